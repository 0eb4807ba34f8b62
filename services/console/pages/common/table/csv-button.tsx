import { useState } from 'react';
import type { CsvPath, ParametersOf } from '../../../../../shared/client/api.ts';
import { HubError } from '../../../../../shared/client/hub-error.ts';
import { saveFile } from '../../browser/save-file.ts';
import { useReadApi } from '../../read-api/use-read-api.ts';

interface Props<Path extends CsvPath> {
  readonly path: Path;
  readonly parameters: () => ParametersOf<Path>;
  /** The name of the file, without its end. */
  readonly name: string;
}

/** Saves the rows of an answer of the read API. */
export function CsvButton<Path extends CsvPath>({ path, parameters, name }: Props<Path>) {
  const { client } = useReadApi();
  const [failure, setFailure] = useState('');
  const save = async () => {
    setFailure('');
    try {
      saveFile(await client.getCsv(path, parameters()), `${name}.csv`);
    } catch (error) {
      if (!(error instanceof HubError)) throw error;
      setFailure(`No file: ${error.message}. Try again.`);
    }
  };
  return (
    <span className="row">
      <span role="status" className="small danger">
        {failure}
      </span>
      <button type="button" className="chip" onClick={save}>
        CSV
      </button>
    </span>
  );
}
