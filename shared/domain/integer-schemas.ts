import { z } from 'zod';

/** Up to 2^31 - 1. The format tells typed clients which integer type to use. */
export const Int32 = z.int().meta({ format: 'int32' });

/** Can pass 2^31 - 1: xp, values in gp, milliseconds. */
export const Int64 = z.int().meta({ format: 'int64' });
