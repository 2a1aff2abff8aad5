/** Identity of a request: provider, role, evaluator and service, fixed from its sending to its end. */
export type RequestIdentity = { genericEntityId: string; role: string; idAudit: string; idServiceCatalog: string }

/** The identity fields that an edit, which sends the whole request again (API-62), would change (D41). */
export function changedIdentity(stands: RequestIdentity, sent: Partial<RequestIdentity>): string[] {
  return (Object.keys(stands) as (keyof RequestIdentity)[]).filter(
    field => sent[field] !== undefined && sent[field] !== stands[field],
  )
}
