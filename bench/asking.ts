import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { signIn } from './portal.ts';

/** Of the demo accounts. */
const demoPassword = 'atrium-demo';

/** Statements that make so many members like the demo researcher, with the same password. */
export const peopleFixture = (people: number): string => `
  insert into account (username, password_hash)
    select 'person' || n, password_hash from account, generate_series(1, ${people}) as n where username = 'researcher';
  insert into membership (account_id, dataset_id, access_level, can_view_workspace, can_view_subject_details)
    select account.id, dataset.id, 'deid', true, true from account, dataset
    where username like 'person%' and unique_id = 'default'`;

export interface Question {
  readonly name: string;
  readonly path: string;
  readonly body?: () => unknown;
}

let asked = 0;
/** A preview with a bound that nobody has chosen before. */
export const newPreview: Question = {
  name: 'new previews',
  path: 'default/query_tools/count_after/',
  body: () => {
    asked += 1;
    return {
      transformation: { type: 'add_entry', concept_id: 'birth_weight', cd_numeric_max: 2500 + asked / 100 },
    };
  },
};

export interface Person {
  readonly address: string;
  readonly cookie: string;
  readonly agent: Agent;
}

/** Signs a person in, whose cohort is one of ten. */
export async function join(address: string, index: number, password = demoPassword): Promise<Person> {
  const call = await signIn(address, { username: `person${index + 1}`, password });
  const transformation = {
    type: 'add_entry',
    concept_id: 'birth_weight',
    cd_numeric_min: 2000 + (index % 10),
  };
  const edited = await call('default/cohort_def/', { transformation });
  if (edited.status !== 200) throw new Error(`cohort_def: ${edited.status} ${await edited.text()}`);
  return { address, cookie: call.cookie, agent: new Agent({ keepAlive: true, maxSockets: 1 }) };
}

export interface Round {
  readonly questions: readonly Question[];
  readonly forMs: number;
  /** Each person asks as often. */
  readonly everyMs: number;
}

export interface Asked {
  readonly spentMs: readonly number[];
  /** What was answered otherwise than with 200, or not at all. */
  readonly errors: readonly string[];
  readonly tookMs: number;
}

/** Everybody asks one question after the other; who waited longer for an answer asks the next at once. */
export async function askAll(
  asking: readonly Person[],
  { questions, forMs, everyMs }: Round,
): Promise<Asked> {
  const begun = performance.now();
  const spentMs: number[] = [];
  const errors: string[] = [];
  const askOn = async (person: Person, index: number): Promise<void> => {
    // People do not all ask at once.
    await pause((index * everyMs) / asking.length);
    for (let round = index; performance.now() - begun < forMs; round += 1) {
      const question = questions[round % questions.length];
      if (question === undefined) return;
      const at = performance.now();
      const error = await ask(person, question);
      const spent = performance.now() - at;
      if (error === null) spentMs.push(spent);
      else errors.push(error);
      if (spent < everyMs) await pause(everyMs - spent);
    }
  };
  await Promise.all(asking.map(askOn));
  return { spentMs, errors, tookMs: performance.now() - begun };
}

/** Null where it was answered. */
function ask({ address, cookie, agent }: Person, { path, body }: Question): Promise<string | null> {
  return new Promise((resolve) => {
    const sent = request(
      `${address}/api/v2/${path}`,
      {
        agent,
        method: body === undefined ? 'GET' : 'POST',
        headers: { cookie, ...(body !== undefined && { 'content-type': 'application/json' }) },
      },
      (reply) => {
        reply.resume();
        reply.once('end', () => resolve(reply.statusCode === 200 ? null : `${path}: ${reply.statusCode}`));
        reply.once('error', (error) => resolve(error.message));
      },
    );
    sent.once('error', (error) => resolve(error.message));
    sent.end(body === undefined ? undefined : JSON.stringify(body()));
  });
}

/** The time below which this part of the answers came. */
export const quantile = (spentMs: readonly number[], part: number): number =>
  spentMs.toSorted((one, other) => one - other)[Math.floor(spentMs.length * part)] ?? Number.NaN;
