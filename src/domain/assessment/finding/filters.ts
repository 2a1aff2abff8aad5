/** The status in the address that asks for all. */
export const ALL_FINDINGS = 'ALL'

/** The filters of the address as the call takes them: without a status, what is left to do. */
export const askedOfFindings = ({ status, ...rest }: Partial<Record<string, string>>) =>
  status === ALL_FINDINGS ? rest : { ...rest, ...(status ? { status } : { open: 'true' }) }
