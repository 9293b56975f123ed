#!/bin/bash
# Runs once, when the database is made: the second database, and what the replica needs.
set -euo pipefail
echo 'host replication atrium all scram-sha-256' >>"$PGDATA/pg_hba.conf"
psql -v ON_ERROR_STOP=1 -U atrium -d atrium <<'SQL'
CREATE DATABASE atrium_warehouse TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8';
-- From the next start on what is acknowledged is on both servers.
ALTER SYSTEM SET synchronous_standby_names = '*';
SQL
