import { schemaResolver, useForm } from '@mantine/form';
import { useEffect, useId, useRef, useState } from 'react';
import type { z } from 'zod';
import { ApiError, describeError } from './apiError.ts';
import { type Drafted, useDraft } from './useDraft.ts';

type Fields = Readonly<Record<string, unknown>>;

interface FormRules<Values> {
  /** Judges what was entered before it is sent; what the call itself refuses needs no second rule here. */
  readonly judge?: z.ZodType<unknown, Values>;
  /** The fields that refusals are about which have only a code. */
  readonly fieldOfCode?: Readonly<Record<string, string>>;
  /** The sentence of a refusal at its field; else the server's, without the name of the field. */
  readonly describe?: (error: Error) => string;
  /** The field that takes the focus after a refusal that is about no field. */
  readonly fieldAfterFailure?: string;
  /** Nothing is sent now. */
  readonly isBlocked?: boolean;
  /** Called at every refusal. */
  readonly onRefused?: (error: Error) => void;
}

interface SentForm<Values> extends FormRules<Values> {
  readonly start: Values;
  readonly onChange?: (values: Values) => void;
}

/** What sends a form, as a mutation does. */
export interface Sending<Values, Reply> {
  readonly isPending: boolean;
  mutate(
    values: Values,
    on: { readonly onSuccess?: (reply: Reply) => void; readonly onError: (error: Error) => void },
  ): void;
}

/**
 * The state of a form that is sent: its values, and what is wrong with each. What was entered stays until it is sent. A
 * refusal stands at the field that it names, which takes the focus; any other is `failure`.
 */
export function useSentForm<Values extends Fields>(given: SentForm<Values>) {
  const { start, onChange, judge, describe = sentenceAtField, fieldAfterFailure } = given;
  const { isBlocked = false, onRefused } = given;
  const [failure, setFailure] = useState<Error | null>(null);
  const form = useForm<Values>({
    name: useId().replace(/[^a-zA-Z0-9]/g, ''),
    initialValues: start,
    ...(onChange && { onValuesChange: onChange }),
    ...(judge && { validate: schemaResolver(judge, { sync: true }) }),
  });
  const showRefusal = (error: Error): void => {
    onRefused?.(error);
    const field = fieldOfRefusal(error, given);
    const input = field === undefined ? null : form.getInputNode(field);
    if (field === undefined || input === null) setFailure(error);
    else form.setFieldError(field, describe(error));
    (input ?? (fieldAfterFailure === undefined ? null : form.getInputNode(fieldAfterFailure)))?.focus();
  };
  /** Sends the values as they are. */
  const run = <Reply>(action: Sending<Values, Reply>, onSent?: (reply: Reply) => void): void => {
    if (action.isPending || isBlocked) return;
    setFailure(null);
    action.mutate(form.getValues(), { onError: showRefusal, ...(onSent && { onSuccess: onSent }) });
  };
  /** Judges the values, then sends them; for `onSubmit`. */
  const send = <Reply>(action: Sending<Values, Reply>, onSent?: (reply: Reply) => void) => {
    const submit = form.onSubmit(
      () => run(action, onSent),
      (errors) => focusFirst(Object.keys(errors).map((field) => form.getInputNode(field))),
    );
    return (event?: { preventDefault(): void }): void => {
      event?.preventDefault();
      submit();
    };
  };
  return { ...form, failure, run, send };
}

/** A form whose values are kept as a draft (rule 16.10). */
export function useDraftForm<Values extends Fields>(given: Drafted<Values> & FormRules<Values>) {
  const draft = useDraft(given);
  /** What the draft says is not written back: another tab may be ahead of it already. */
  const isFollowing = useRef(false);
  const onChange = (values: Values): void => {
    if (!isFollowing.current) draft.change(values);
  };
  const form = useSentForm<Values>({ ...given, start: draft.value, onChange });
  const { value } = draft;
  const { getValues, setValues } = form;
  // Another tab has changed the draft, or it was discarded or saved.
  useEffect(() => {
    if (JSON.stringify(getValues()) === JSON.stringify(value)) return;
    isFollowing.current = true;
    setValues(value);
    isFollowing.current = false;
  }, [value, getValues, setValues]);
  return { ...form, draft };
}

const focusFirst = (inputs: readonly (HTMLElement | null)[]): void =>
  inputs.find((input) => input !== null)?.focus();

/** The field of the form that a refusal is about, by the name that the wire or the code has for it. */
function fieldOfRefusal<Values extends Fields>(
  error: Error,
  { start, fieldOfCode = {} }: SentForm<Values>,
): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const path = (error.field ?? fieldOfCode[error.code ?? ''] ?? '').split('.').map(inCode);
  return path.find((part) => Object.hasOwn(start, part));
}

const inCode = (part: string): string =>
  part.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Without the name of the field, beside which it stands. */
function sentenceAtField(error: Error): string {
  const says = describeError(error);
  const sentence =
    error instanceof ApiError && error.field !== undefined ? says.replace(/^[^:;]*: /, '') : says;
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
