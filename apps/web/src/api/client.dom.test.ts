import { accessEndpoints } from '@atrium/contract/endpoints/access';
import { adminEndpoints } from '@atrium/contract/endpoints/admin';
import { catalogueEndpoints } from '@atrium/contract/endpoints/catalogue';
import { cohortEndpoints } from '@atrium/contract/endpoints/cohort';
import { reportEndpoints } from '@atrium/contract/endpoints/report';
import { tableEndpoints } from '@atrium/contract/endpoints/table';
import { QueryObserver } from '@tanstack/react-query';
import { waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { loadPage } from '../testing/loadClient.ts';
import { aDatasetDetail, aUser } from '../testing/people.ts';
import { answers, refuses, respondsWith, server } from '../testing/server.ts';

const refusal = { detail: 'Sign in first.', code: 'not_signed_in' };

describe('a reply', () => {
  it('is decoded from the spelling of the wire', async () => {
    server.use(answers(catalogueEndpoints.dataset, aDatasetDetail({ membershipId: 97 })));
    const { request } = await loadPage();
    const dataset = await request(catalogueEndpoints.dataset, { params: { dataset: 'default' } });
    expect(dataset).toMatchObject({ uniqueId: 'default', membershipId: 97, accessLevel: 'deid' });
  });

  it('that does not fit the contract is an error, not a surprise further on', async () => {
    server.use(respondsWith(accessEndpoints.currentUser, () => HttpResponse.json({ user: 'Ada' })));
    const { request } = await loadPage();
    await expect(request(accessEndpoints.currentUser)).rejects.toMatchObject({
      status: 200,
      detail: 'Could not load the page',
    });
  });
});

describe('a request', () => {
  it('encodes path, query and body, and leaves absent query values out', async () => {
    const { endpointUrl } = await import('./client.ts');
    const url = endpointUrl(catalogueEndpoints.concept, {
      params: { dataset: 'default', conceptId: 'sex' },
      query: { includeCohortOptions: true, cohortEntryId: undefined, prefilterValue: 'mg/ml & more' },
    });
    expect(url).toBe(
      '/api/v2/default/concepts/sex?include_cohort_def_options=true&prefilter_value=mg%2Fml+%26+more',
    );
  });

  it('that nobody would take names its field in words, and is not sent (rule 16.9)', async () => {
    const { request } = await loadPage();
    const body = { username: 'ada', fullName: 'Ada', email: 'nobody' };
    await expect(request(adminEndpoints.accounts.invite, { body })).rejects.toMatchObject({
      code: 'bad_request',
      detail: 'E-mail: must be an e-mail address',
    });
  });

  it('for an id that nothing can have is not found, and is not sent (rule 9.20)', async () => {
    const { request } = await loadPage();
    const call = request(catalogueEndpoints.dataset, { params: { dataset: 'a b' } });
    await expect(call).rejects.toMatchObject({ status: 404, detail: 'There is nothing at this address.' });
  });

  it('sends a posted body in the spelling of the wire, with JSON content type', async () => {
    const seen: unknown[] = [];
    server.use(
      answers(accessEndpoints.signIn, ({ body }) => {
        seen.push(body);
        return { user: aUser(), platformVersion: 'v1', version: 'v1' };
      }),
    );
    const { request } = await loadPage();
    const reply = await request(accessEndpoints.signIn, { body: { username: 'ada', password: 'x' } });
    expect(seen).toEqual([{ username: 'ada', password: 'x' }]);
    expect(reply.user?.name).toBe('Marisol Reyes');
  });
});

describe('an error', () => {
  it('shows the detail that the server gives', async () => {
    server.use(refuses(cohortEndpoints.count, 403, { detail: 'Ask for access.', code: 'not_permitted' }));
    const { request } = await loadPage();
    await expect(request(cohortEndpoints.count, { params: { dataset: 'a' } })).rejects.toMatchObject({
      status: 403,
      detail: 'Ask for access.',
      code: 'not_permitted',
    });
  });

  it('without readable JSON says that the page could not be loaded', async () => {
    server.use(respondsWith(cohortEndpoints.count, () => new Response('<h1>Oops</h1>', { status: 500 })));
    const { request } = await loadPage();
    await expect(request(cohortEndpoints.count, { params: { dataset: 'a' } })).rejects.toMatchObject({
      status: 500,
      detail: 'Could not load the page',
    });
  });
});

/** The page of a test never goes, so in the end its call fails. */
const isLeft = (): void => {};

it('a signature that has expired reloads the page for downloads only', async () => {
  const detail = 'Signature has expired.';
  server.use(refuses(cohortEndpoints.count, 400, { detail }));
  const { request, reload } = await loadPage();
  await expect(request(cohortEndpoints.count, { params: { dataset: 'a' } })).rejects.toMatchObject({
    detail,
  });
  expect(reload).not.toHaveBeenCalled();
});

describe('a call answered 401', () => {
  beforeEach(() => server.use(refuses(cohortEndpoints.count, 401, refusal)));

  it('reloads the page, and never paints an error on the page that is leaving', async () => {
    const { request, reload } = await loadPage();
    const settled = vi.fn();
    request(cohortEndpoints.count, { params: { dataset: 'a' } }).then(settled, settled);
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    expect(settled).not.toHaveBeenCalled();
  });

  it('raises the error when the page was reloaded less than a minute ago', async () => {
    const first = await loadPage();
    first.request(cohortEndpoints.count, { params: { dataset: 'a' } }).catch(isLeft);
    await waitFor(() => expect(first.reload).toHaveBeenCalledTimes(1));
    const second = await loadPage();
    await expect(second.request(cohortEndpoints.count, { params: { dataset: 'a' } })).rejects.toMatchObject({
      detail: 'Sign in first.',
    });
    expect(second.reload).toHaveBeenCalledTimes(1);
  });

  it('reloads the page for a download too', async () => {
    server.use(refuses(tableEndpoints.exportCsv, 401, refusal));
    const { download, reload } = await loadPage();
    download(tableEndpoints.exportCsv, { params: { dataset: 'a' }, filename: 'a.csv' }).catch(isLeft);
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  });

  it('for the list of datasets is an empty list', async () => {
    server.use(refuses(catalogueEndpoints.datasets, 401, refusal));
    const { request, reload } = await loadPage();
    expect(await request(catalogueEndpoints.datasets)).toEqual({ datasets: [] });
    expect(reload).not.toHaveBeenCalled();
  });

  it('for a wrong password is shown, and the page stays', async () => {
    const wrong = { detail: 'Name and password do not match.', code: 'bad_credentials' };
    server.use(refuses(accessEndpoints.signIn, 401, wrong));
    const { request, reload } = await loadPage();
    const attempt = request(accessEndpoints.signIn, { body: { username: 'ada', password: 'x' } });
    await expect(attempt).rejects.toMatchObject(wrong);
    expect(reload).not.toHaveBeenCalled();
  });
});

describe('a network failure', () => {
  beforeEach(() => server.use(respondsWith(cohortEndpoints.count, () => HttpResponse.error())));

  const count = { queryKey: ['count'], retry: false, staleTime: 0 } as const;

  it('of shown data reloads the page up to three times while the portal answers, then shows an error', async () => {
    for (const expected of [1, 2, 3]) {
      const { request, createQueryClient } = await loadPage();
      const queryFn = () => request(cohortEndpoints.count, { params: { dataset: 'a' } });
      const stop = new QueryObserver(createQueryClient(), { ...count, queryFn }).subscribe(() => {});
      await waitFor(() => expect(window.history.state).toMatchObject({ reloads: expected }));
      stop();
    }
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { request, createQueryClient } = await loadPage();
    const queryFn = () => request(cohortEndpoints.count, { params: { dataset: 'a' } });
    const observer = new QueryObserver(createQueryClient(), { ...count, queryFn });
    const stop = observer.subscribe(() => {});
    await waitFor(() =>
      expect(observer.getCurrentResult().error).toMatchObject({
        status: 0,
        detail: 'The portal cannot be reached. Check your connection.',
      }),
    );
    stop();
    expect(warn).toHaveBeenCalledWith(expect.stringContaining('reloaded 3 times and failed'));
  });

  it('of what is loaded ahead of time never reloads the page', async () => {
    const { request, createQueryClient, reload } = await loadPage();
    const queryFn = () => request(cohortEndpoints.count, { params: { dataset: 'a' } });
    await createQueryClient().prefetchQuery({ ...count, queryFn });
    expect(reload).not.toHaveBeenCalled();
  });

  it('of a call that may not be made twice shows an error, and the call is not sent again', async () => {
    let sent = 0;
    server.use(
      respondsWith(accessEndpoints.signIn, () => {
        sent += 1;
        return HttpResponse.error();
      }),
    );
    const { request } = await loadPage();
    const call = request(accessEndpoints.signIn, { body: { username: 'ada', password: 'secret' } });
    await expect(call).rejects.toMatchObject({
      status: 0,
      detail: expect.stringContaining('See whether the change was made'),
    });
    expect(sent).toBe(1);
  });

  it('of a call that makes something is shown: a report is never made twice (rule 11.2)', async () => {
    let sent = 0;
    server.use(
      respondsWith(reportEndpoints.create, () => {
        sent += 1;
        return HttpResponse.error();
      }),
    );
    const { request } = await loadPage();
    const call = request(reportEndpoints.create, {
      params: { dataset: 'a' },
      body: { name: 'Girls', shareWith: [] },
    });
    await expect(call).rejects.toMatchObject({ status: 0 });
    expect(sent).toBe(1);
  });

  it('is not what a cancelled request is', async () => {
    const { request, reload } = await loadPage();
    const signal = AbortSignal.abort();
    const call = request(cohortEndpoints.count, { params: { dataset: 'a' }, signal });
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
    expect(reload).not.toHaveBeenCalled();
  });
});

describe('a download', () => {
  it('is saved as a file of the given name, with the bytes counted', async () => {
    server.use(respondsWith(tableEndpoints.exportCsv, () => new Response('id\r\n1\r\n')));
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    const { download } = await loadPage();
    const bytes: number[] = [];
    await download(tableEndpoints.exportCsv, {
      params: { dataset: 'default' },
      filename: 'results_export.csv',
      onProgress: (count) => bytes.push(count),
    });
    expect(saved).toEqual(['results_export.csv']);
    expect(bytes.at(-1)).toBe(7);
  });

  it('asks for the media type of its file, with the cookies of the session', async () => {
    const fetched = vi.spyOn(window, 'fetch').mockResolvedValue(new Response('id\r\n'));
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    const { download } = await loadPage();
    await download(tableEndpoints.exportCsv, { params: { dataset: 'a' }, filename: 'a.csv' });
    expect(fetched).toHaveBeenCalledWith(
      '/api/v2/a/query_tools/export_csv',
      expect.objectContaining({
        method: 'POST',
        mode: 'cors',
        credentials: 'include',
        headers: { 'content-type': 'text/csv' },
      }),
    );
  });

  it('that is refused says why and saves nothing', async () => {
    const detail = 'The cohort has errors.';
    server.use(refuses(tableEndpoints.exportCsv, 400, { detail, code: 'cohort_has_errors' }));
    const { download } = await loadPage();
    const attempt = download(tableEndpoints.exportCsv, { params: { dataset: 'a' }, filename: 'a.csv' });
    await expect(attempt).rejects.toMatchObject({ detail });
  });

  it('whose connection breaks says so and saves nothing', async () => {
    const body = new ReadableStream({
      start: (stream) => stream.enqueue(new TextEncoder().encode('id\r\n1\r\n')),
      pull: (stream) => stream.error(new TypeError('network error')),
    });
    vi.spyOn(window, 'fetch').mockResolvedValue(new Response(body));
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    const { download } = await loadPage();
    const attempt = download(tableEndpoints.exportCsv, { params: { dataset: 'a' }, filename: 'a.csv' });
    await expect(attempt).rejects.toMatchObject({
      detail: 'The connection ended before the file was complete.',
    });
    expect(saved).not.toHaveBeenCalled();
  });

  /** A reply of some text, whose connection breaks behind it unless it is the last. */
  function reply(text: string, { status = 200, breaks = false }) {
    const body = new ReadableStream({
      start: (stream) => stream.enqueue(new TextEncoder().encode(text)),
      pull: (stream) => (breaks ? stream.error(new TypeError('network error')) : stream.close()),
    });
    return new Response(body, { status, headers: { etag: '"a"', 'content-length': '10' } });
  }

  it('whose connection breaks goes on where it broke, and knows the size of the whole (rule 8.24)', async () => {
    const fetched = vi
      .spyOn(window, 'fetch')
      .mockResolvedValueOnce(reply('id\r\n1', { breaks: true }))
      .mockResolvedValueOnce(reply('\r\n', { status: 206, breaks: true }))
      .mockResolvedValueOnce(reply('2\r\n', { status: 206 }));
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    const { download } = await loadPage();
    const progress: unknown[] = [];
    await download(tableEndpoints.exportCsv, {
      params: { dataset: 'a' },
      filename: 'a.csv',
      onProgress: (bytes, size) => progress.push([bytes, size]),
    });
    expect(progress).toEqual([
      [5, 10],
      [7, 10],
      [10, 10],
    ]);
    expect(fetched.mock.calls.slice(1).map(([, init]) => [init?.method, init?.headers])).toEqual([
      ['GET', { 'content-type': 'text/csv', range: 'bytes=5-', 'if-range': '"a"' }],
      ['GET', { 'content-type': 'text/csv', range: 'bytes=7-', 'if-range': '"a"' }],
    ]);
    expect(saved).toHaveBeenCalledTimes(1);
  });

  it('that would go on with another content says so and saves nothing', async () => {
    vi.spyOn(window, 'fetch')
      .mockResolvedValueOnce(reply('id\r\n1', { breaks: true }))
      .mockResolvedValueOnce(reply('id\r\n2\r\n', {}));
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    const { download } = await loadPage();
    const attempt = download(tableEndpoints.exportCsv, { params: { dataset: 'a' }, filename: 'a.csv' });
    await expect(attempt).rejects.toMatchObject({
      detail: 'The connection ended before the file was complete.',
    });
    expect(saved).not.toHaveBeenCalled();
  });

  it('whose signature has expired reloads the page', async () => {
    server.use(refuses(tableEndpoints.exportCsv, 400, { detail: 'Signature has expired.' }));
    const { download, reload } = await loadPage();
    download(tableEndpoints.exportCsv, { params: { dataset: 'a' }, filename: 'a.csv' }).catch(isLeft);
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  });
});
