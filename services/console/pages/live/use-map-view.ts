import { useState } from 'react';
import { useAddressValue } from '../state/use-address-value.ts';
import type { MapTarget } from './map-view-address.ts';
import type { useShownTrails } from './trails/use-trails.ts';

/** Where the map is, goes, and whom it follows. `showMap` is called where somebody wants to see it there. */
export function useMapView(trails: ReturnType<typeof useShownTrails>, showMap: () => void) {
  const [followed, setFollowed] = useAddressValue('follow', '');
  const [place, setPlace] = useAddressValue('at', '');
  // An address of trails and of no place, as a play session's: the map goes to where they are.
  const [goal, setGoal] = useState<MapTarget | null>(
    place === '' && followed === '' && trails.ids.length > 0 ? { trailsOf: trails.ids } : null,
  );
  const go = (next: MapTarget) => {
    setGoal(next);
    // Closer or from further away, whoever is followed still is.
    if ('zoomBy' in next) return;
    setFollowed('');
    showMap();
  };
  return {
    place,
    setPlace,
    goal,
    go,
    followed,
    setFollowed,
    /** The viewer moves it: it follows nobody, and goes to no trail that is on its way. */
    letGo: () => {
      setFollowed('');
      setGoal(null);
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
