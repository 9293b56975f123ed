import { isServerAway } from '@atrium/warehouse';
import { createTransport } from 'nodemailer';
import { z } from 'zod';
import { anchorFile } from '../../audit/index.ts';
import { type Config, ConfigError } from '../../config/config.ts';
import { softwareVersion } from '../../config/version.ts';
import { hasEmbedded, openUnmigrated } from '../../database/index.ts';
import { type ControlAddress, homeFolders, takeLock } from '../../home/index.ts';
import {
  callPortal,
  checkInstallation,
  examineStores,
  type Finding,
  finding,
} from '../../operations/index.ts';
import { createClosers } from '../closers.ts';
import type { CommandContext } from '../command.ts';
import { openWarehouse } from '../openInstallation.ts';
import { examineHome } from './examineHome.ts';

/** Looks at everything that can be looked at; what cannot be opened is a finding, too. */
export async function examine(context: CommandContext): Promise<readonly Finding[]> {
  const findings: Finding[] = [versions()];
  const config = loadSettings(context, findings);
  if (config === null) return findings;
  findings.push(...(await examineHome(config)));
  if (findings.some(({ check, state }) => check === 'data directory' && state === 'bad')) return findings;
  findings.push(...(await examineServed(config, context)));
  findings.push(await examineMail(config), ...(await examineProviders(config)));
  return findings;
}

const versions = (): Finding => ({
  check: 'versions',
  state: 'good',
  sentence: `Atrium ${softwareVersion()} on Node ${process.versions.node}, ${process.platform} ${process.arch}.`,
  advice: null,
});

function loadSettings({ loadConfig }: CommandContext, findings: Finding[]): Config | null {
  const check = 'settings';
  try {
    const config = loadConfig();
    for (const sentence of config.warnings)
      findings.push({ check, state: 'warning', sentence, advice: 'Change the setting.' });
    findings.push({ check, state: 'good', sentence: 'All settings can be used.', advice: null });
    return config;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    findings.push({
      check,
      state: 'bad',
      sentence: error.message,
      advice: 'Change the setting and try again.',
    });
    return null;
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Looks at the stores through the portal that runs, or by itself where none does. */
async function examineServed(config: Config, context: CommandContext): Promise<readonly Finding[]> {
  const attempt = await takeLock(config.home, 'atrium doctor');
  if (attempt.kind === 'taken') {
    try {
      const none: Finding = {
        check: 'portal',
        state: 'good',
        sentence: 'None runs on this data directory.',
        advice: null,
      };
      return [none, ...(await examineAlone(config))];
    } finally {
      await attempt.lock.release();
    }
  }
  const { pid, holding } = attempt;
  const { address, control, doing } = holding;
  if (control === null || address === null)
    return [
      {
        check: 'portal',
        state: 'warning',
        sentence: `The data directory is in use by ${doing} (process ${pid}), which takes no questions yet.`,
        advice: 'Try again in a moment.',
      },
    ];
  return [await examineReady(address, pid), ...(await askPortal(control, context))];
}

async function examineReady(address: string, pid: number): Promise<Finding> {
  const reply = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(10_000) }).catch(() => null);
  if (reply?.ok === true)
    return {
      check: 'portal',
      state: 'good',
      sentence: `It runs at ${address} (process ${pid}) and is ready.`,
      advice: null,
    };
  const body = z.looseObject({ detail: z.string() }).safeParse(await reply?.json().catch(() => null));
  return {
    check: 'portal',
    state: 'bad',
    sentence:
      `It runs at ${address} (process ${pid}) and is not ready. ${body.success ? body.data.detail : ''}`.trim(),
    advice: 'What it waits for comes back by itself, or is named here. Its log says more.',
  };
}

async function askPortal(control: ControlAddress, { stop }: CommandContext): Promise<readonly Finding[]> {
  const end = await callPortal(control, { kind: 'examine' }, { onProgress: () => {}, signal: stop.signal });
  if (end.kind === 'done') return end.lines.map((line) => finding.parse(JSON.parse(line)));
  const reason =
    end.kind === 'refused'
      ? end.reasons.join(' ')
      : end.kind === 'failed'
        ? end.message
        : 'It does not answer.';
  return [{ check: 'portal', state: 'bad', sentence: reason, advice: 'See its log.' }];
}

/** Opens the stores without migrating, cleaning up, or putting a copy in the place of a database. */
async function examineAlone(config: Config): Promise<readonly Finding[]> {
  const { home, databaseUrl, warehouseUrl, sharedFolder, endsSharing } = config;
  if (databaseUrl === null && !hasEmbedded(home))
    return [
      {
        check: 'state database',
        state: 'warning',
        sentence: 'There is none yet.',
        advice: 'The first start of the portal makes it.',
      },
    ];
  const closers = createClosers();
  let check = 'warehouse';
  try {
    const warehouse = await openWarehouse(config, homeFolders(home));
    const { questions, releases, indexes } = warehouse;
    closers.add(() => warehouse.close());
    check = 'state database';
    const opened = await openUnmigrated({ home, databaseUrl, mayRecover: false, isAway: isServerAway });
    closers.add(opened.close);
    const { db } = opened;
    check = 'installation';
    await checkInstallation({ home, databaseUrl, warehouseUrl, sharedFolder, endsSharing, warehouse }, db);
    const clock = () => new Date();
    return await examineStores({
      db,
      questions,
      releases,
      indexes,
      clock,
      anchorFile: anchorFile(sharedFolder ?? home),
      membershipDays: null,
    });
  } catch (error) {
    const advice =
      check === 'state database' && databaseUrl === null
        ? 'Keep the folder. The next start opens the newest copy if there is one; else restore a back-up.'
        : 'Mend what the sentence names and try again.';
    return [{ check, state: 'bad', sentence: reasonOf(error), advice }];
  } finally {
    await closers.close();
  }
}

async function examineMail({ mail }: Config): Promise<Finding> {
  const check = 'mail';
  if (mail === null)
    return {
      check,
      state: 'warning',
      sentence: 'No mail is sent.',
      advice: 'Set ATRIUM_MAIL_URL and ATRIUM_ALERT_TO: without mail nobody is alerted.',
    };
  const waits = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 5_000 };
  const transport = createTransport({ url: mail.url, ...waits });
  try {
    await transport.verify();
    return { check, state: 'good', sentence: 'The mail server answers and takes the sign-in.', advice: null };
  } catch (error) {
    return {
      check,
      state: 'bad',
      sentence: `The mail server cannot be used: ${reasonOf(error)}`,
      advice: 'Check ATRIUM_MAIL_URL, and whether this machine may reach the server.',
    };
  } finally {
    transport.close();
  }
}

async function examineProviders({ signIn: { providers } }: Config): Promise<readonly Finding[]> {
  return Promise.all(
    providers.map(async ({ id, issuer }): Promise<Finding> => {
      const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
      const reply = await fetch(address, { signal: AbortSignal.timeout(5_000) }).catch(() => null);
      const check = 'provider';
      if (reply?.ok === true) return { check, state: 'good', sentence: `${id} answers.`, advice: null };
      return {
        check,
        state: 'bad',
        sentence: `${id} ${reply === null ? 'cannot be reached' : `answers ${reply.status}`} at ${address}.`,
        advice: 'Nobody can sign in there now. Check the issuer, and whether this machine may reach it.',
      };
    }),
  );
}
