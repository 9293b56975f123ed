import { adminEndpoints } from '@atrium/contract/endpoints/admin';
import { pathOn } from '@atrium/contract/endpoints/endpoint';
import type { ListCall } from '@atrium/contract/endpoints/staff';
import { describe, expect, it } from 'vitest';
import { portalOfFile } from '../../testing/ofFile.ts';

const { data, ...rooms } = adminEndpoints;
/** The lists of all rooms. */
const lists: readonly ListCall[] = [...Object.values(rooms), ...Object.values(data)].flatMap((calls) =>
  'exportCsv' in calls ? [calls.list] : [],
);
const named = lists.map((list): [string, ListCall] => [list.room, list]);

/** What programs read in the files of lists. */
const headings: Readonly<Record<string, string>> = {
  accounts: 'username,name,email,state,staff,password,second_factor,sessions,memberships,created,last_used',
  memberships: 'username,name,email,dataset,level,workspace,groups,last_day,has_ended,sources,since',
  groups: 'group,dataset,members,subjects,categories,concepts,collections,created',
  reports: 'report,name,dataset,creator,username,creator_has_access,created,saved',
  usage: 'username,name,state,last_seen,sign_ins,queries,exports,exported_rows,downloads',
  questions: 'request,at,username,dataset,call,path,action,status,milliseconds,statements,rows',
  news: 'article,title,state,audience,author,tags,published,edited,editor',
  support: 'request,sent,email,account,subject,state,answers',
  datasets: 'dataset,name,release,version,subjects,imported,members,reports,waiting',
  imports: 'id,kind,state,source,dataset,release,by,subjects,problems,started,finished',
};

/** For each filter a value that leaves the rows of this test, and one that leaves none. */
const filters: readonly (readonly [room: string, kept: string, gone: string])[] = [
  ['accounts', 'state=active', 'state=disabled'],
  ['memberships', 'dataset=hearts&state=current', 'state=ended'],
  ['memberships', 'dataset=hearts', 'dataset=lungs'],
  ['groups', 'dataset=hearts', 'dataset=lungs'],
  ['reports', 'dataset=hearts', 'dataset=lungs'],
  ['news', 'state=draft', 'state=published'],
  ['support', 'state=open', 'state=closed'],
  ['imports', 'state=done&kind=import&dataset=hearts', 'state=failed'],
  ['imports', 'kind=import', 'kind=dry_run'],
  ['imports', 'dataset=hearts', 'dataset=lungs'],
  ['questions', 'request=abc', 'request=bc'],
  ['questions', 'who=MARY', 'who=nobody'],
  ['questions', 'dataset=hearts', 'dataset=lungs'],
  ['questions', 'since=2026-01-01', 'since=2026-02-01'],
  ['questions', 'until=2026-02-01', 'until=2026-01-01'],
  ['questions', 'account=%', 'account=999999'],
];

const addressOf = ({ path }: ListCall): string => pathOn('pcgc', path);
const count = async (room: string, query: string): Promise<number> => {
  const list = lists.find((one) => one.room === room);
  if (list === undefined) throw new Error(`There is no list of ${room}.`);
  const reply = await asStaff.get(`${addressOf(list)}?${query.replace('%', String(memberId))}`);
  expect([query, reply.statusCode]).toEqual([query, 200]);
  return reply.json().count;
};

const portal = await portalOfFile();
const asStaff = await portal.signedIn(await portal.anAccount({ username: 'sam', isStaff: true }));
const dataset = await portal.aDataset({ uniqueId: 'hearts', packagePath: portal.smallPackage });
const account = await portal.anAccount({ username: 'mary', fullName: 'Mary' });
const memberId = account.id;
await portal.aMember({ account, dataset, level: 'phi' });
const asMary = await portal.signedIn(account);
await asMary.post('hearts/reports/create_form', { name: 'Girls', description: '' });
const opens = {
  all_subjects: true,
  subject_concepts: [],
  categories: null,
  concepts: [],
  collections: null,
};
await asStaff.post('/pcgc/api/admin/groups/hearts/set', { name: 'west', opens });
const article = { title: 'Freeze', source: 'Done.', audience: 'members', state: 'draft', tags: ['data'] };
await asStaff.post('/pcgc/api/admin/news', article);
await portal.db
  .insertInto('support_request')
  .values({
    email: 'mary@hearts.example',
    subject: 'Count',
    message: 'Why?',
    sent_at: new Date(),
    account_id: null,
    state: 'open',
  })
  .execute();
await portal.db
  .insertInto('import_log')
  .values({
    kind: 'import',
    state: 'done',
    source: 'clinic.zip',
    dataset: 'hearts',
    username: null,
    operator: 'root',
  })
  .execute();
await portal.db
  .insertInto('question')
  .values({
    request_id: 'abc',
    at: new Date('2026-01-15T00:00:00Z'),
    account_id: account.id,
    dataset: 'hearts',
    call: 'GET /api/v2/:dataset/query_tools/count',
    action: null,
    status: 200,
    ms: 5,
    rows: null,
    statements: '[]',
    detail: '{}',
  })
  .execute();

describe('every list of a staff room (rule 15.4)', () => {
  it('that programs read is there', () => {
    expect(lists.map(({ room }) => room)).toEqual(expect.arrayContaining(Object.keys(headings)));
  });

  it.each(named)('has each of its orders, both ways, and words to look for: %s', async (room, list) => {
    for (const sort of list.sorts)
      for (const direction of ['1', '-1'])
        expect(await count(room, `sort=${sort}&sort_direction=${direction}`)).toBeGreaterThan(0);
    expect(await count(room, 'search=no+such+word+anywhere')).toBe(0);
  });

  it.each(named)('is saved with a line for each row: %s', async (room, list) => {
    const reply = await asStaff.get(`${addressOf(list)}/export_csv`);
    const [heading, ...lines] = reply.body.trim().split('\r\n');
    expect(heading).toBe(headings[room] ?? heading);
    expect(lines).toHaveLength(await count(room, ''));
  });

  it.each(filters)('can be filtered: %s by %s, and by %s', async (room, kept, gone) => {
    expect([(await count(room, kept)) > 0, await count(room, gone)]).toEqual([true, 0]);
  });
});
