export function ConnectionWarning() {
  return (
    <p className="stale small" role="status">
      This connection is not private: it has no HTTPS, so others on the network can read it.
    </p>
  );
}
