import { Name } from '../common/text/isolated-name.tsx';

interface Props {
  readonly device: {
    readonly name: string | null;
    readonly plugin_title: string;
    readonly version: string | null;
  };
}

/** The name that a member gave, and the plugin with its version. Most names repeat the plugin. */
export function DeviceWithPlugin({ device: { name, plugin_title: title, version } }: Props) {
  const plugin = version === null ? title : `${title} ${version}`;
  if (name === null || plugin.startsWith(name)) return <Name of={plugin} />;
  return (
    <>
      <Name of={name} /> <span className="dim small">{plugin}</span>
    </>
  );
}
