/** How often a property is tried: enough to find a fault, little enough to run with every change. */
export const generatedRuns = { numRuns: 400 };
