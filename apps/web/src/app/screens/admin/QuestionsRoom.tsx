import { Stack } from '@mantine/core';
import { z } from 'zod';
import { listAddress } from '../../../features/admin/list/listAddress.ts';
import { QuestionList } from '../../../features/admin/questions/QuestionList.tsx';
import { QuestionPage } from '../../../features/admin/questions/QuestionPage.tsx';
import { words } from '../../../features/admin/questions/words.ts';
import type { RoomProps } from '../../../features/admin/rooms/RoomFrame.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { RoomLink } from './RoomLink.tsx';
import { useRoomAddress } from './useRoomAddress.ts';

/** Query troubleshooting: all questions, or one. */
export function QuestionsRoom({ item }: RoomProps) {
  const questionId = Number(item);
  if (item !== undefined && Number.isInteger(questionId))
    return (
      <QuestionPage
        key={questionId}
        questionId={questionId}
        back={<RoomLink room="questions">{words.back}</RoomLink>}
      />
    );
  return <AllQuestions />;
}

const schema = z.object({
  ...listAddress,
  day: z.iso.date().optional().catch(undefined),
  account: listAddress.page,
  who: listAddress.search,
  dataset: listAddress.search,
});

function AllQuestions() {
  const [address, onAddress] = useRoomAddress(schema);
  return (
    <Stack gap="lg">
      <PageHeader title={words.title} description={words.detail} />
      <QuestionList
        address={address}
        onAddress={onAddress}
        linkTo={(question, text) => (
          <RoomLink room="questions" item={question}>
            {text}
          </RoomLink>
        )}
      />
    </Stack>
  );
}
