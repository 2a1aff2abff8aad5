import { useQuery } from '@tanstack/react-query'
import type { Role } from '#domain/identity/roles.ts'
import { readValidation } from '#domain/validation/contract.ts'
import { queryOptions } from '#web/api/api.ts'
import { crumbsOf, pathSubject } from '#web/shell/crumbs.ts'
import type { Crumb } from '#web/ui/layout/Breadcrumb.tsx'

/**
 * Crumbs of the current screen; none until the role is known (`role` null). Data from a validation come from the same
 * query as the screen's.
 */
export function useCrumbs(pathname: string, role: Role | null): Crumb[] {
  const subject = role && pathSubject(pathname)
  const id = subject && 'validationId' in subject ? subject.validationId : ''
  const { data } = useQuery({
    ...queryOptions(readValidation, { params: { id } }),
    enabled: id !== '' && (role === 'CCI' || !pathname.includes('-verification/')),
  })
  if (!role) return []
  return crumbsOf(pathname, role, subject && 'kind' in subject ? subject.kind : (data?.role ?? null))
}
