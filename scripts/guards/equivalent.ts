/** A guard whose absence no caller can see, by its lasting name, and why. */
export const equivalent: Record<string, string> = {}
