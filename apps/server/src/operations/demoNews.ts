import { msPerDay } from '@atrium/contract/calendar/dayNumbers';
import type { NewsAudience } from '@atrium/contract/wire/news';
import type { Kysely } from 'kysely';
import type { Schema } from '../database/index.ts';
import { createArticle } from '../news/index.ts';

/** An article of the demo, dated so many days before the demo was made; a negative number schedules it. */
interface DemoArticle {
  readonly daysAgo: number | 'draft';
  readonly title: string;
  readonly tags: readonly string[];
  readonly author: string | null;
  readonly source: string;
  readonly audience?: NewsAudience;
}

const dataDesk = 'Data desk';
const office = 'Coordinating office';

const articles: readonly DemoArticle[] = [
  {
    daysAgo: -21,
    title: 'Data freeze 2025.3 opens in three weeks',
    tags: ['Releases'],
    author: dataDesk,
    source:
      'The next freeze adds the families that enrolled in autumn. Saved reports keep their own release until you move them on.',
  },
  {
    daysAgo: 'draft',
    title: 'What we learned from the user survey',
    tags: [],
    author: office,
    source:
      'Draft for the steering group. **Numbers are still missing.**\n\n- what people do most\n- what stops them\n- what we change first',
  },
  {
    daysAgo: 3,
    title: 'Release 2025.2 is live',
    tags: ['Releases'],
    author: dataDesk,
    source:
      'The release 2025.2 of the Heart Trio Consortium replaces 2025.1.\n\n## What is new\n\n- Families that enrolled until June, with their diagnoses and operations.\n- The race of a participant as one group, beside the list of all races that were named.\n- Whether the data of a family are at dbGaP.\n\nCounts of [the metrics page](/metrics) follow the new release.',
  },
  {
    daysAgo: 9,
    title: 'Short maintenance on Sunday evening',
    tags: ['Maintenance'],
    author: 'Operations',
    source:
      'The portal is away for about ten minutes on Sunday at 20:00 UTC, while the database server gets its updates. What you are editing is kept.',
  },
  {
    daysAgo: 16,
    title: 'Office hours move to Tuesdays',
    tags: ['Events'],
    author: office,
    source:
      'Our weekly office hours are now on **Tuesdays at 15:00 UTC**. Bring your cohort: we look at filters and counts together.',
  },
  {
    daysAgo: 24,
    title: 'Who sees which list of members',
    tags: [],
    author: office,
    audience: 'members',
    source:
      'Only members can read this article. The list of members with their institutions is kept by the coordinating office. Please tell us when you change your institution, since your access ends with it.',
  },
  {
    daysAgo: 31,
    title: 'A paper on conotruncal lesions cites the portal',
    tags: ['Publications'],
    author: 'Publications committee',
    source:
      'A group of four sites used a saved report as the supplement of their paper. Its receipt lets every reader check the count. If you plan the same, cite the receipt and the release.',
  },
  {
    daysAgo: 40,
    title: 'Counting events: at least two operations',
    tags: [],
    author: dataDesk,
    source:
      'A criteria set can ask how often something happened.\n\n1. Add a criteria set on *Surgery*.\n2. Choose the filters that one operation must meet.\n3. Set the count rule to *at least 2*.\n\nAll filters of the set are asked of the same operation.',
  },
  {
    daysAgo: 52,
    title: 'Annual meeting: dates and call for abstracts',
    tags: ['Events'],
    author: office,
    source:
      'The annual meeting takes place in the second week of October. Abstracts of at most 300 words are welcome until the end of July. Young researchers can ask for a travel grant.',
  },
  {
    daysAgo: 60,
    title: 'Echocardiograms are measured in one way',
    tags: ['Releases'],
    author: dataDesk,
    source:
      'Measurements of all sites are now in the same units, and z-scores follow one table. Older cohorts that used raw values may count differently: compare the versions of your report.',
  },
  {
    daysAgo: 71,
    title: 'Whole genomes of 120 further families',
    tags: ['Releases'],
    author: dataDesk,
    source:
      'The second batch of whole genomes has passed quality control. Their assays are marked *Whole genome*; the files follow once their check sums are confirmed.',
  },
  {
    daysAgo: 83,
    title: 'New transfer nodes on the east coast',
    tags: ['Maintenance'],
    author: 'Operations',
    source:
      'Downloads through the transfer service use new nodes. If your firewall lists addresses, please ask [support](/support) for the new ones.',
  },
  {
    daysAgo: 95,
    title: 'Workshop: from a question to a cohort',
    tags: ['Events'],
    author: 'Training team',
    source:
      'Two hours, with your own question. We start with the difference between *any record* and *the same record*, which explains most surprising counts.',
  },
  {
    daysAgo: 104,
    title: 'Protected dates show as years',
    tags: [],
    author: 'Privacy board',
    source:
      'For de-identified access, dates of birth and of events show their year only. Ages above 89 years are one group. Nothing changes for approved studies with full access.',
  },
  {
    daysAgo: 118,
    title: 'De novo variants: a joint analysis appears',
    tags: ['Publications'],
    author: 'Publications committee',
    source:
      'The joint analysis of de novo variants in complete trios has appeared. Its cohort is the public report *Complete trios with a genome*, so that you can load it and go on from there.',
  },
  {
    daysAgo: 133,
    title: 'Small numbers are hidden',
    tags: ['Releases'],
    author: 'Privacy board',
    source:
      'Members who see aggregates only no longer see numbers below eleven. Where one number could be worked out from the others, a second one is hidden too.',
  },
  {
    daysAgo: 150,
    title: 'Planned downtime is over',
    tags: ['Maintenance'],
    author: 'Operations',
    source:
      'The portal runs on new hardware. Counts that took seconds now take less than one. If something is slower for you, tell us.',
  },
  {
    daysAgo: 167,
    title: 'Consent forms in four more languages',
    tags: [],
    author: office,
    source:
      'Sites can order the consent form in Spanish, Portuguese, Vietnamese and Arabic. The wording was checked with families.',
  },
  {
    daysAgo: 181,
    title: 'Spring meeting: slides and recordings',
    tags: ['Events', 'Publications'],
    author: 'Training team',
    source:
      'Slides of the spring meeting are with the coordinating office. Recordings of the three talks on cohort design follow next week.',
  },
  {
    daysAgo: 202,
    title: 'Notes on the age at last contact',
    tags: ['Releases'],
    author: null,
    source:
      'The age at last contact counts visits, calls and letters. For participants who have died it is the age at death.',
  },
  {
    daysAgo: 230,
    title: 'Reports can be shared',
    tags: [],
    author: 'Product team',
    source:
      'A report holds a cohort, its columns and, if you like, a cross-tab. Share it with single members, or with all members of the dataset. Everybody sees what their own access allows.',
  },
  {
    daysAgo: 262,
    title: 'Registry of adults joins the portal',
    tags: ['Releases', 'Events'],
    author: office,
    source:
      'A second dataset is here: the registry of adults with congenital heart disease. Choose it on the home page. The two datasets are never mixed.',
  },
  {
    daysAgo: 300,
    title: 'Welcome to the portal',
    tags: [],
    author: office,
    source:
      'Here you find, count and describe the subjects of the consortium. All records in this demonstration are invented.',
  },
];

/** Writes the news of the demo, and one request for support, where there are none yet. */
export async function addDemoNews(db: Kysely<Schema>): Promise<void> {
  const now = new Date();
  if ((await db.selectFrom('news_article').select('id').limit(1).executeTakeFirst()) === undefined)
    for (const { daysAgo, title, tags, author, source, audience = 'public' } of articles.toReversed())
      await createArticle(
        { db, clock: () => now },
        {
          editor: { id: null },
          given: {
            title,
            source,
            tags: [...tags],
            audience,
            ...(author === null ? {} : { author }),
            ...(daysAgo === 'draft'
              ? { state: 'draft' }
              : {
                  state: 'published',
                  publishAt: new Date(now.getTime() - daysAgo * msPerDay).toISOString(),
                }),
          },
        },
      );
  if ((await db.selectFrom('support_request').select('id').limit(1).executeTakeFirst()) !== undefined) return;
  await db
    .insertInto('support_request')
    .values({
      sent_at: new Date(now.getTime() - msPerDay / 4),
      account_id: null,
      email: 'j.okafor@university.example',
      subject: 'Count differs from our paper',
      message:
        'Hello,\n\nfor our paper of last year we counted complete trios with an exome. With the release of this month I get more. Is there a way to count on the earlier release again?\n\nThank you,\nJ. Okafor',
      state: 'open',
    })
    .execute();
}
