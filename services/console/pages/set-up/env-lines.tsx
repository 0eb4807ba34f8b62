import { readPageSettings } from '../browser/page-settings.ts';
import { CopyButton } from '../common/fields/copy-button.tsx';
import './set-up.css';

export function EnvLines({ lines }: { readonly lines: readonly string[] }) {
  const text = lines.join('\n');
  return (
    <div className="env-lines">
      <pre>{text}</pre>
      <CopyButton label={lines.length === 1 ? 'Copy the line' : 'Copy the lines'} text={text} />
    </div>
  );
}

const iconLine = 'ITEM_ICON_URL=https://static.runelite.net/cache/item/icon/{id}.png';
const tileLine =
  'MAP_TILES_URL=https://raw.githubusercontent.com/mejrs/layers_osrs/master/mapsquares/-1/{zoom}/{plane}_{x}_{y}.png';

/** The lines that turn on pictures that are off. */
export function PictureLines() {
  const { itemIcon, mapTiles } = readPageSettings();
  const lines = [...(itemIcon === null ? [iconLine] : []), ...(mapTiles === null ? [tileLine] : [])];
  if (lines.length === 0) return <p>Pictures of items and of the map are on.</p>;
  return (
    <>
      <p>
        {lines.length === 2
          ? 'Pictures of items and of the map are off.'
          : `Pictures of ${itemIcon === null ? 'items' : 'the map'} are off.`}{' '}
        Put {lines.length === 2 ? 'these lines' : 'this line'} into the file <code>.env</code> in the folder
        of the hub, and start the hub again. Browsers then load pictures from public sources of the community.
      </p>
      <EnvLines lines={lines} />
    </>
  );
}
