/** What a file covers: the bank alone, or the entities of its group as well (DORA-23, DORA-25, REG-25). */
export type Level = 'IND' | 'CON'

/** The level of a register with so many other entities of the bank's group. */
export const levelOf = (groupSize: number): Level => (groupSize === 0 ? 'IND' : 'CON')

/** That level in words: 'Consolidado (CON): su entidad y 2 más de su grupo'. */
export const levelText = (groupSize: number): string =>
  groupSize === 0 ? 'Individual (IND): solo su entidad' : `Consolidado (CON): su entidad y ${groupSize} más de su grupo`
