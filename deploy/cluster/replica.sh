#!/bin/bash
# Copies the database once, and follows it from then on. "pg_ctl promote" puts it in the place of the first.
set -euo pipefail
export PGPASSWORD PGDATA=/var/lib/postgresql/data
PGPASSWORD=$(cat /run/secrets/database-password)
if [ ! -s "$PGDATA/PG_VERSION" ]; then
    pg_basebackup --host=database --username=atrium --pgdata="$PGDATA" --write-recovery-conf --wal-method=stream \
        --checkpoint=fast
    # The copy must not wait for a copy of its own when it takes over.
    sed -i '/synchronous_standby_names/d' "$PGDATA/postgresql.auto.conf"
    chmod 700 "$PGDATA"
fi
exec postgres -c max_connections=150
