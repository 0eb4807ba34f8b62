// Loads packages that an installation may leave out. Plain JavaScript that Node 20 understands.

/**
 * Loads a package of development.
 * @template Tool
 * @param {() => Promise<Tool>} load
 * @returns {Promise<Tool | null>} null when the package or its program for this machine is not
 * installed
 * @throws the error of `load` for any other reason
 */
export async function loadTool(load) {
  try {
    return await load();
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** @param {unknown} error */
function isMissing(error) {
  if (!(error instanceof Error)) return false;
  // Without optional packages, rolldown throws an error without a code.
  return ('code' in error && error.code === 'ERR_MODULE_NOT_FOUND') || /native binding/.test(error.message);
}
