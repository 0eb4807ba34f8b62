import { useState } from 'react';
import { useAddressValue } from '../state/use-address-value.ts';
import type { MapTarget } from './map-view-address.ts';
import type { useShownTrails } from './trails/use-trails.ts';

/** @param showMap called when the viewer wants to see the map */
export function useMapView(trails: ReturnType<typeof useShownTrails>, showMap: () => void) {
  const [followed, setFollowed] = useAddressValue('follow', '');
  const [place, setPlace] = useAddressValue('at', '');
  // An address with trails and without a place moves the map to the trails.
  const [target, setTarget] = useState<MapTarget | null>(
    place === '' && followed === '' && trails.ids.length > 0 ? { trailsOf: trails.ids } : null,
  );
  const go = (next: MapTarget) => {
    setTarget(next);
    // Zooming does not stop following.
    if ('zoomBy' in next) return;
    setFollowed('');
    showMap();
  };
  return {
    place,
    setPlace,
    target,
    go,
    followed,
    setFollowed,
    stopFollowing: () => {
      setFollowed('');
      setTarget(null);
    },
    toggleTrail: (id: string) => {
      trails.toggle(id);
      if (!trails.ids.includes(id)) go({ trailsOf: [id] });
    },
    chooseSession: (session: string) => {
      trails.setSession(session);
      if (session !== '') go({ trailsOf: trails.ids.slice(-1) });
    },
  };
}
