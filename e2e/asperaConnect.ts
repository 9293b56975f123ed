import type { Page } from '@playwright/test';

/** The calls to the stand-in, as `window.asperaConnect` keeps them. */
export interface ConnectCall {
  readonly path: string;
  readonly body: string;
}

/**
 * Stands in for IBM Aspera Connect and its extension: it answers the SDK, which is the real one, by the messages that the
 * extension exchanges with pages. The first transfer is at a quarter at first, and then complete.
 */
export const installConnect = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const calls: { path: string; body: string }[] = [];
    Object.assign(window, { asperaConnect: calls });
    let polls = 0;
    const activity = (): object => {
      polls += 1;
      const states = [
        { status: 'running', bytes_written: 100, file_counts: { completed: 0 } },
        { status: 'completed', bytes_written: 400, file_counts: { completed: 2 } },
      ];
      const transfer = { ...states[Number(polls > 3)], bytes_expected: 400, calculated_rate_kbps: 8000 };
      const transfers = calls.map(() => ({ uuid: 'transfer-1', ...transfer }));
      return { iteration_token: polls, result_count: transfers.length, transfers };
    };
    const answers: readonly (readonly [string, () => object])[] = [
      ['/info/version', () => ({ version: '4.2.8' })],
      ['/transfers/start', () => ({ transfer_specs: [{ uuid: 'transfer-1' }] })],
      ['/transfers/activity', activity],
    ];
    const answerTo = (path: string): object => answers.find(([part]) => path.includes(part))?.[1]() ?? {};
    const send = (message: object) => window.postMessage(message, window.origin);
    document.addEventListener('AsperaConnectCheck', () => send({ type: 'AsperaConnectCheckResponse' }));
    document.addEventListener('AsperaConnectRequest', (event) => {
      if (!(event instanceof CustomEvent)) return;
      const { request_id, uri_reference: path, body } = event.detail;
      if (path.includes('/transfers/start')) calls.push({ path, body });
      const detail = { request_id, status: 200, body: JSON.stringify(answerTo(path)) };
      send({ type: 'AsperaConnectResponse', detail });
    });
  });

export const callsToConnect = (page: Page): Promise<readonly ConnectCall[]> =>
  page.evaluate(() => Reflect.get(window, 'asperaConnect'));
