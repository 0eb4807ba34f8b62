import { Link } from 'react-router';
import type { HubEvent } from '../../../../shared/client/api.ts';
import { pagePaths } from '../../page-paths.ts';
import { findNearestPlace } from '../common/named-places.ts';
import { exactAmount, exactTime } from '../common/text/format.ts';
import { findEventPlace } from '../map/event-marker.ts';

const placeZoom = 3;

export function EventDetails({ event }: { readonly event: HubEvent }) {
  const { title, occurred_at, received_at, value_gp } = event;
  const place = findEventPlace(event);
  return (
    <dl className="event-details small">
      <Fact title="What" text={title} />
      <Fact title="Happened" text={exactTime(Date.parse(occurred_at))} />
      <Fact title="Reached the hub" text={exactTime(Date.parse(received_at))} />
      {value_gp !== null && <Fact title="Worth" text={`${exactAmount(value_gp)} gp`} />}
      {place !== null && (
        <div>
          <dt className="dim">Where</dt>
          <dd>
            <Link to={`${pagePaths.live}?at=${place.x},${place.y},${placeZoom}`}>
              {findNearestPlace(place)?.name ?? `${place.x}, ${place.y}`}
            </Link>
          </dd>
        </div>
      )}
    </dl>
  );
}

function Fact({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <div>
      <dt className="dim">{title}</dt>
      <dd>{text}</dd>
    </div>
  );
}
