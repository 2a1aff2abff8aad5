import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type CentreRule, type CentreRules, ruleFacts } from '#domain/catalogue/centre-rules/centre-rules.ts'
import { type CentreRulesWire, readCentreRules, saveCentreRules } from '#domain/catalogue/centre-rules/contract.ts'
import { call, messageOf, queryOptions } from '#web/api/api.ts'
import { useConflict } from '#web/conflict/useConflict.tsx'
import { isProposed } from '#web/identity/access/isProposed.ts'
import { useRecentAuth } from '#web/identity/user/security/useRecentAuth.tsx'
import { showError, showNotice } from '#web/ui/feedback/messages.ts'
import { showToast } from '#web/ui/feedback/toast.ts'

type Change = { [R in CentreRule]: { rule: R; value: CentreRules[R] } }[CentreRule]

export type RuleSaving = {
  /** Saves one rule. @returns whether there is nothing left to save: it is saved, or proposed, or another's value stands */
  save(change: Change): Promise<boolean>
  /** The values under way. */
  pending: Partial<CentreRules>
  dialogs: ReactNode
}

/** Saves one rule after another, with the recent sign-in, the conflict and the second person that it may need. */
export function useRuleSaving(kept: CentreRulesWire): RuleSaving {
  const client = useQueryClient()
  const conflict = useConflict()
  const proved = useRecentAuth()
  const { queryKey } = queryOptions(readCentreRules)
  const mutationKey = [saveCentreRules.name]
  const pending = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as Change,
  })
  const saving = useMutation({
    mutationKey,
    // A change made while another is being saved waits for it.
    scope: { id: saveCentreRules.name },
    mutationFn: ({ rule, value }: Change) => {
      const { version, rules } = client.getQueryData<CentreRulesWire>(queryKey) ?? kept
      return proved.run(() =>
        conflict.send({
          version,
          base: ruleFacts({ [rule]: rules[rule] }),
          attempt: now => call(saveCentreRules, { body: { rules: { [rule]: value }, version: now } }),
        }),
      )
    },
    onSuccess: outcome => {
      if (!outcome?.sent) return
      client.setQueryData(queryKey, outcome.sent)
      showToast({ title: 'Regla guardada' })
    },
    onError: failure => (isProposed(failure) ? showNotice : showError)(messageOf(failure)),
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
  return {
    save: change =>
      saving.mutateAsync(change).then(
        outcome => Boolean(outcome),
        failure => isProposed(failure),
      ),
    pending: Object.fromEntries(pending.map(({ rule, value }) => [rule, value])),
    dialogs: (
      <>
        {conflict.window}
        {proved.dialog}
      </>
    ),
  }
}
