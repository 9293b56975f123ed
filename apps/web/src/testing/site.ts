import type { NewsArticle } from '@atrium/contract/wire/news';
import type { HomeData, MetricsInfo } from '@atrium/contract/wire/site';

export const anArticle = (given: Partial<NewsArticle> = {}): NewsArticle => ({
  id: 41,
  slug: 'spring-freeze',
  title: 'Spring data freeze',
  body: '<p>The freeze adds 212 trios.</p>',
  created: '2026-04-02T12:15:00Z',
  author: 'Data team',
  tags: [{ id: 2, name: 'Releases' }],
  state: 'published',
  audience: 'public',
  ...given,
});

export const aHomeData = (given: Partial<HomeData> = {}): HomeData => ({
  news: [{ id: 41, slug: 'spring-freeze', title: 'Spring data freeze', created: '2026-04-02T12:15:00Z' }],
  metrics: {
    individual: { genomes: 5120, exomes: 9034, inDbgap: 7300, all: 14210 },
    proband: { genomes: null, exomes: 3911, inDbgap: 2650, all: 6120 },
    trio: { genomes: 1466, exomes: 3020, inDbgap: 2205, all: 4015 },
    users: { all: 318 },
    dbGaP: { published: 6200, submitted: null },
  },
  dataUpdate: { whole_genomes_updated: '2026-01-05' },
  hidden: ['proband.genomes'],
  ...given,
});

const people = {
  asian: 402,
  black: 510,
  hispanic: 1130,
  white: 4420,
  mixed: 310,
  missing: 298,
  native: null,
  indian: 58,
  male: 3390,
};

export const someMetrics = (given: Partial<MetricsInfo> = {}): MetricsInfo => ({
  probandAndTrio: {
    probands: { ...people, total: 6120, wgs: 1702, wes: 3911, mips: null },
    trios: { ...people, total: 4015, wgs: 1466, wes: 3020, mips: 880 },
  },
  trioCharacteristics: { wgs: { ...people, total: 0, asian: 0 }, wes: { ...people, total: 3020 } },
  sequencedTrios: { wgs: 1081, wes: null },
  hidden: ['proband_and_trio.probands.native'],
  ...given,
});
