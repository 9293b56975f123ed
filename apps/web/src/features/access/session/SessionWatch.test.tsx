import { accessEndpoints } from '@atrium/contract/endpoints/access';
import type { SessionTimes } from '@atrium/contract/wire/access';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setInstallation } from '../../../api/installation.ts';
import { currentUserQuery } from '../../../api/session.ts';
import { aUser } from '../../../testing/people.ts';
import { renderParts } from '../../../testing/renderParts.tsx';
import { answers, respondsWith, server } from '../../../testing/server.ts';
import { aSessionLife } from '../../../testing/sessions.ts';
import { SessionWatch } from './SessionWatch.tsx';
import { loadSessionContext } from './sessionContext.ts';
import { shareActivity, shareLoad } from './sharedSession.ts';

const minute = 60_000;
const version = { platformVersion: 'v1', version: 'v1' };
const reply = (life: Partial<SessionTimes> = {}) => ({
  user: aUser(),
  session: aSessionLife(life),
  ...version,
});

let loads = 0;
const renders = (life: Partial<SessionTimes> = {}) => {
  server.use(
    answers(accessEndpoints.currentUser, () => {
      loads += 1;
      return reply(life);
    }),
  );
  return renderParts(<SessionWatch />, (client) =>
    client.setQueryData(currentUserQuery.queryKey, reply(life)),
  );
};
/** Time passes in steps, because the page sets its next timer after each check. */
async function pass(ms: number) {
  for (let left = ms; left > 0; ) {
    const step = left > 12_000 ? 10_000 : Math.min(left, 1000);
    await act(() => vi.advanceTimersByTimeAsync(step));
    left -= step;
  }
}
/** The machine sleeps: the clock goes on, no timer runs, then the window gets the focus. */
const sleep = (ms: number) =>
  act(async () => {
    vi.setSystemTime(Date.now() + ms);
    window.dispatchEvent(new Event('focus'));
  });
const warning = () => screen.queryByRole('dialog', { name: 'Are you still there?' });

beforeEach(() => {
  loads = 0;
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => vi.useRealTimers());

describe('the warning', () => {
  it('comes two minutes before the session expires, and counts down', async () => {
    renders();
    await pass(27 * minute + 50_000);
    expect(warning()).toBeNull();
    await pass(11_000);
    expect(warning()).toBeVisible();
    await pass(59_000);
    expect(screen.getByRole('timer').textContent).toMatch(/^(1:00|0:59)$/);
  });

  it('comes two minutes before the idle time-out, if that is earlier', async () => {
    renders({ idleSeconds: 600 });
    await pass(8 * minute + 1000);
    expect(warning()).toHaveTextContent('You have not been active');
  });

  it('comes at once when a machine wakes up within these two minutes', async () => {
    renders();
    await sleep(29 * minute);
    expect(warning()).toBeVisible();
  });

  it('closes when the person stays, which loads the user again', async () => {
    renders();
    await pass(28 * minute + 1000);
    fireEvent.click(screen.getByRole('button', { name: 'Stay signed in' }));
    await waitFor(() => expect(warning()).toBeNull());
    expect(loads).toBe(1);
  });

  it('closes when another tab has renewed the session', async () => {
    renders();
    await pass(28 * minute + 1000);
    const now = Date.now();
    shareLoad({ account: aUser().id, loadedAt: now, expiresAt: now + 30 * minute, isFinal: false });
    shareActivity(now);
    await act(async () => {
      window.dispatchEvent(new StorageEvent('storage', { key: 'atrium-session', newValue: 'later' }));
    });
    await waitFor(() => expect(warning()).toBeNull());
    expect(loads).toBe(0);
  });

  it('stays when only the pointer moves', async () => {
    renders();
    await pass(28 * minute + 1000);
    fireEvent.pointerMove(document.body);
    await pass(1000);
    expect(warning()).toBeVisible();
    expect(loads).toBe(0);
  });

  it('says that a session at its longest duration cannot be extended', async () => {
    renders({ isFinal: true });
    await pass(28 * minute + 1000);
    expect(screen.getByRole('dialog')).toHaveTextContent('cannot be extended');
    expect(screen.queryByRole('button', { name: 'Stay signed in' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Go on until then' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('is spoken only at one minute, half a minute and ten seconds', async () => {
    renders();
    await pass(28 * minute + 1000);
    const spoken = () => screen.getByRole('dialog').querySelector('[role="status"]')?.textContent;
    expect(spoken()).toBe('');
    await pass(65_000);
    expect(spoken()).toBe('1 minute left');
    await pass(20_000);
    expect(spoken()).toBe('1 minute left');
    await pass(10_000);
    expect(spoken()).toBe('30 seconds left');
  });
});

describe('a page that is used', () => {
  it('renews the session by itself, at most every five minutes', async () => {
    renders();
    await pass(4 * minute);
    fireEvent.keyDown(document.body);
    await pass(2 * minute);
    expect(loads).toBe(0);
    fireEvent.keyDown(document.body);
    await waitFor(() => expect(loads).toBe(1));
    await pass(2000);
    fireEvent.keyDown(document.body);
    await pass(2000);
    expect(loads).toBe(1);
  });

  it('is not idle while it or another tab is used', async () => {
    renders({ idleSeconds: 600 });
    await pass(7 * minute);
    fireEvent.keyDown(document.body);
    await pass(7 * minute);
    shareActivity(Date.now());
    await pass(7 * minute);
    expect(warning()).toBeNull();
    await pass(1.5 * minute);
    expect(warning()).toBeVisible();
  });
});

describe('when the time is up', () => {
  it('an inactive person is signed out, and the address and the reason are kept', async () => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
    server.use(answers(accessEndpoints.signOut, { status: 'complete' }));
    window.history.replaceState(null, '', '/default/query?concept=sex');
    renders({ idleSeconds: 600 });
    await sleep(8 * 60 * minute);
    await waitFor(() => expect(assign).toHaveBeenCalledTimes(1));
    expect(assign.mock.calls[0]?.[0]).toBe('/login?returnTo=%2Fdefault%2Fquery%3Fconcept%3Dsex&ended=idle');
    expect(loadSessionContext()).toEqual({ ended: 'idle', returnTo: '/default/query?concept=sex' });
  });

  it('the tab knows that the person was inactive before the session ends, and forgets it where it does not', async () => {
    const noted: unknown[] = [];
    server.use(
      respondsWith(accessEndpoints.signOut, () => {
        noted.push(loadSessionContext()?.ended);
        return Response.json({ detail: 'The database is away.', code: 'fault' }, { status: 500 });
      }),
    );
    renders({ idleSeconds: 600 });
    await sleep(11 * minute);
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(noted).toEqual(['idle']);
    expect(loadSessionContext()?.ended).toBe('expired');
  });

  it('an inactive person is signed out at the provider too', async () => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
    const logoutUrl = 'https://login.example/end';
    server.use(answers(accessEndpoints.signOut, { status: 'complete', logoutUrl }));
    renders({ idleSeconds: 600 });
    await sleep(11 * minute);
    await waitFor(() => expect(assign).toHaveBeenCalledWith(logoutUrl));
  });

  it('an inactive person goes to the logout link where the site names one (rule 14.43)', async () => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
    const logoutUrl = 'https://login.example/end';
    server.use(answers(accessEndpoints.signOut, { status: 'complete', logoutUrl }));
    setInstallation({ appSegment: 'pcgc', logoutLink: 'https://sso.example/out' });
    try {
      renders({ idleSeconds: 600 });
      await sleep(11 * minute);
      await waitFor(() => expect(assign).toHaveBeenCalledWith('https://sso.example/out'));
    } finally {
      setInstallation({ appSegment: 'pcgc' });
    }
  });

  it('the server is asked whether the session has expired', async () => {
    const { client } = renders();
    server.use(answers(accessEndpoints.currentUser, { user: null, session: null, ...version }));
    await pass(30 * minute + 4000);
    await waitFor(() => expect(client.getQueryData(currentUserQuery.queryKey)?.user).toBeNull());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(loadSessionContext()).toEqual({ ended: 'expired', returnTo: null });
  });
});
