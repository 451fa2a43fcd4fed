/** The number of runs of a property: enough to find a fault, few enough to run with every change. */
export const generatedRuns = { numRuns: 400 };
