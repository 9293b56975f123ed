import pg from 'pg';
import { type Answer, type Engine, NotAnswered, toAnswer } from '../engine.ts';
import { classStarts, effectsOf, pageLines, type Question } from '../question.ts';
import type { TermTree } from '../termTree.ts';
import type { Peer } from './peer.ts';

/** A statement of a peer may take so long. */
const timeoutMs = 60_000;
const timedOut = '57014';

type OneStatement = Exclude<Question, { wanted: 'effects' | 'curve' | 'pathway' }>;

/** The statement of a question, after that of its cohort. */
function statementOf(question: OneStatement, subjects: string, peer: Peer, tree: TermTree): string {
  const within = `subject IN (${subjects})`;
  switch (question.wanted) {
    case 'count':
      return `SELECT count(*) FROM (${subjects}) AS cohort`;
    case 'crossTab':
      return `SELECT p.sex, p.smoker, c.severity, count(DISTINCT p.subject) FROM (${peer.people(['sex', 'smoker'])}) AS p
        LEFT JOIN (${peer.conditions('severity')}) AS c ON c.subject = p.subject WHERE p.${within} GROUP BY 1, 2, 3`;
    case 'values':
      return `SELECT c.severity, count(*), count(DISTINCT c.subject) FROM (${peer.conditions('severity')}) AS c
        WHERE c.severity IS NOT NULL AND c.${within} GROUP BY 1`;
    case 'histogram':
      return `SELECT s.start, count(c.start) FROM unnest(ARRAY[${classStarts}]) AS s (start) LEFT JOIN
        (SELECT least(floor(value / 10) * 10, 90) AS start FROM (${peer.conditions('value')}) AS v
          WHERE v.value IS NOT NULL AND v.${within}) AS c ON c.start = s.start GROUP BY 1`;
    case 'node': {
      const { term } = question;
      const terms = [term, ...(tree.terms[term]?.parents ?? []), ...(tree.children[term] ?? [])];
      return `SELECT n.code, count(*), count(DISTINCT n.subject) FROM (${peer.below(terms, tree)}) AS n
        WHERE n.${within} GROUP BY 1`;
    }
    case 'page': {
      const { sort, offset } = question;
      const order = sort === 'sex' ? 'p.sex COLLATE "C"' : `p.${sort}`;
      return `SELECT p.${sort}, p.subject_id, p.smoker FROM (${peer.people([sort, 'smoker'])}) AS p WHERE p.${within}
        ORDER BY ${order} NULLS LAST, p.subject_id COLLATE "C" LIMIT ${pageLines} OFFSET ${offset}`;
    }
  }
}

/** A peer whose tables are loaded. */
export async function openPeer(peer: Peer, tree: TermTree, url: string): Promise<Engine> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const statement of [`SET statement_timeout = ${timeoutMs}`, ...(peer.session ?? [])])
    await client.query(statement);
  const linesOf = async (question: OneStatement): Promise<unknown[][]> => {
    const { before, subjects } = peer.cohort(question.cohort, tree);
    const statement = statementOf(question, subjects, peer, tree);
    for (const each of before) await client.query(each);
    const { rows } = await client.query<unknown[]>({ text: statement, rowMode: 'array' });
    return rows;
  };
  const answer = async (question: Question): Promise<Answer> => {
    if (question.wanted === 'curve' || question.wanted === 'pathway')
      throw new NotAnswered('Peers draw curves elsewhere.');
    if (question.wanted !== 'effects')
      return toAnswer(await linesOf(question), { isOrdered: question.wanted === 'page' });
    const counts: unknown[] = [];
    for (const cohort of effectsOf(question.cohort)) {
      const [line] = await linesOf({ kind: question.kind, wanted: 'count', cohort });
      counts.push(line?.[0]);
    }
    return toAnswer([counts]);
  };
  return {
    name: peer.name,
    run: async (question) => {
      await client.query('BEGIN');
      try {
        return await answer(question);
      } catch (error) {
        if (error instanceof pg.DatabaseError && error.code === timedOut)
          throw new NotAnswered(`${peer.name} needs more than ${timeoutMs} ms.`);
        throw error;
      } finally {
        await client.query('ROLLBACK');
      }
    },
    close: () => client.end(),
  };
}
