import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Section } from '../../ui/Section.tsx';
import { guidePages, learnWords as words } from './guidePages.ts';
import classes from './LearnLinks.module.css';

/** The pages of the guide, and what else explains the portal and its data (rule 11.41). */
export function LearnLinks({ dataset }: { readonly dataset: string | undefined }) {
  return (
    <Section title={words.title} detail={words.detail}>
      <div className={classes.columns}>
        <ol className={classes.list}>
          {guidePages.map(({ id, title, detail }) => (
            <Item key={id} detail={detail}>
              <Link to="/guide/$page" params={{ page: id }}>
                {title}
              </Link>
            </Item>
          ))}
        </ol>
        <ul className={classes.list}>
          <Item detail={dataset === undefined ? words.dictionaryClosed : words.dictionaryDetail}>
            {dataset === undefined ? (
              words.dictionary
            ) : (
              <Link to="/$dataset/dictionary" params={{ dataset }}>
                {words.dictionary}
              </Link>
            )}
          </Item>
          <Item detail={words.apiDetail}>
            <Link to="/guide/api">{words.api}</Link>
          </Item>
          <Item detail={words.transfersDetail}>
            <Link to="/aspera">{words.transfers}</Link>
          </Item>
        </ul>
      </div>
    </Section>
  );
}

const Item = ({ detail, children }: { readonly detail: string; readonly children: ReactNode }) => (
  <li>
    <span className={classes.name}>{children}</span>
    <span className={classes.detail}>{detail}</span>
  </li>
);
