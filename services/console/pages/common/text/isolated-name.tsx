import { Fragment, type ReactNode } from 'react';

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

/** A text that contains a name, which `as` can replace, for example by a link. */
export function TextWithName({
  text,
  name,
  as = <Name of={name} />,
}: {
  readonly text: string;
  readonly name: string;
  readonly as?: ReactNode;
}) {
  const at = text.indexOf(name);
  if (at === -1) return text;
  return (
    <>
      {text.slice(0, at)}
      {as}
      {text.slice(at + name.length)}
    </>
  );
}
