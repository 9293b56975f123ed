import classes from './CodeBlock.module.css';
import { CopyText } from './CopyText.tsx';

export interface CodeBlockProps {
  readonly code: string;
  /** The accessible name of the button that copies. */
  readonly name: string;
  readonly copy: string;
  readonly done: string;
}

/** Code with a button that copies it. Long lines scroll. */
export function CodeBlock({ code, name, copy, done }: CodeBlockProps) {
  return (
    <div className={classes.block}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <pre className={classes.code} tabIndex={0}>
        <code>{code.trimEnd()}</code>
      </pre>
      <div className={classes.copy}>
        <CopyText text={code} label={copy} done={done} name={name} />
      </div>
    </div>
  );
}
