// Deletes the headers of the bundled Node, a third of its package, which only add-ons in C++ need.
// Plain JavaScript that Node 20 understands.
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bundledNode } from './platform.mjs';

rmSync(join(dirname(dirname(bundledNode)), 'include'), { recursive: true, force: true });
