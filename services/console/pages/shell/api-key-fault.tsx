export type ApiKeyFault = 'malformed' | 'refused';

const texts: Readonly<Record<ApiKeyFault, string>> = {
  malformed: 'The text after #key= in the address is no API key. Check that the address was copied whole.',
  refused: 'The hub refuses the key of this tab. It was revoked, has expired, or belongs to another hub.',
};

export function apiKeyFaultText(fault: ApiKeyFault): string {
  return texts[fault];
}

interface Props {
  readonly fault: ApiKeyFault;
  readonly onClose: () => void;
}

export function ApiKeyFaultNotice({ fault, onClose }: Props) {
  return (
    <div className="hub-away row wrap">
      <span role="alert">
        {apiKeyFaultText(fault)} These pages continue with the access that this tab had before.
      </span>
      <button type="button" className="chip" onClick={onClose}>
        Close
      </button>
    </div>
  );
}
