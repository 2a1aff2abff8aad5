/** Whose a request is, for which service and by which evaluator: what stands of it from its sending to its end. */
export type RequestIdentity = { genericEntityId: string; role: string; idAudit: string; idServiceCatalog: string }

/** What an edit, which sends the whole request again (API-62), would change although it stands: the names of the fields (D41). */
export function changedIdentity(stands: RequestIdentity, sent: Partial<RequestIdentity>): string[] {
  return (Object.keys(stands) as (keyof RequestIdentity)[]).filter(
    field => sent[field] !== undefined && sent[field] !== stands[field],
  )
}
