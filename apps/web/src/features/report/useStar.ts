import { reportEndpoints } from '@atrium/contract/endpoints/report';
import type { ReportItem } from '@atrium/contract/wire/report';
import { notifications } from '@mantine/notifications';
import { describeError } from '../../api/apiError.ts';
import { request } from '../../api/client.ts';
import { announce } from '../../ui/announce.ts';
import { words } from './reportWords.ts';
import { useReportChange } from './useReportChange.ts';

/** The person's star on a report. A click counts at once, and is taken back where the server refuses it. */
export function useStar(dataset: string, report: Pick<ReportItem, 'id' | 'name' | 'starred'> | undefined) {
  const flag = useReportChange(dataset, (change: 'add' | 'remove') =>
    request(reportEndpoints.flag, {
      params: { dataset, reportId: report?.id ?? 0 },
      body: { addOrRemove: change },
    }),
  );
  const isStarred = flag.isPending ? flag.variables === 'add' : (report?.starred ?? false);
  return {
    isStarred,
    toggle: () => {
      if (flag.isPending || report === undefined) return;
      flag.mutate(isStarred ? 'remove' : 'add', {
        onSuccess: () => announce(isStarred ? words.unstarred(report.name) : words.starred(report.name)),
        onError: (error) =>
          void notifications.show({
            color: 'red',
            title: words.starFailed,
            message: describeError(error),
          }),
      });
    },
  };
}
