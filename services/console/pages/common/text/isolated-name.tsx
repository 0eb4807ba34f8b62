import { Fragment } from 'react';
import { Link } from 'react-router';

/** Right-to-left letters would change the direction of the text around the name. */
export function Name({ of }: { readonly of: string }) {
  return <bdi>{of}</bdi>;
}

/** The names with commas between them. */
export function Names({ of }: { readonly of: readonly string[] }) {
  return of.map((name, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two names can be equal
    <Fragment key={index}>
      {index > 0 && ', '}
      <Name of={name} />
    </Fragment>
  ));
}

interface TextProps {
  readonly text: string;
  readonly name: string;
  /** The address to which the name leads. */
  readonly to?: string;
}

/** A text that contains a name. */
export function TextWithName({ text, name, to }: TextProps) {
  const at = text.indexOf(name);
  if (at === -1) return text;
  return (
    <>
      {text.slice(0, at)}
      {to === undefined ? (
        <Name of={name} />
      ) : (
        <Link to={to}>
          <Name of={name} />
        </Link>
      )}
      {text.slice(at + name.length)}
    </>
  );
}
