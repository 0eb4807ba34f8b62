import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Tests of the whole hub take minutes and mostly wait. */
const order = [/\/test\/failures\//, /\/test\//, /./];

/** No worker must be left with a long file at the end. */
export class LongTestsFirst extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project, moduleId }: TestSpecification) =>
      project.name === 'pure' ? order.length : order.findIndex((pattern) => pattern.test(moduleId));
    return specifications.toSorted((left, right) => rank(left) - rank(right));
  }
}
