import { useQuery } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { DocumentWire } from '#domain/document/contract.ts'
import { documentStatusLabels } from '#domain/document/document.ts'
import type { ValidationWire } from '#domain/validation/contract.ts'
import { readValidation } from '#domain/validation/contract.ts'
import { isUndecided, nextUndecided, rejectsRequest } from '#domain/validation/review.ts'
import { messageOf, queryOptions } from '#web/api/api.ts'
import { useUrlValue } from '#web/list/useUrlValue.ts'
import { showError } from '#web/ui/feedback/messages.ts'
import { portalNow } from '#web/ui/time/clock.ts'
import { useDecideAnyway } from '#web/validation/clarification/useDecideAnyway.tsx'
import { documentHeading } from '#web/validation/decision/DecisionPane.tsx'
import { showPreview } from '#web/validation/layout/ReviewLayout.tsx'
import { useReasons } from '#web/validation/reasonsDraft.ts'
import { useDecisionKeys } from '#web/validation/useDecisionKeys.ts'
import { useDocumentChange, useWithChanges } from '#web/validation/useDocumentChange.ts'

/** A validation as CCI sees it, with pending decisions applied. */
export function useValidation(validationId: string) {
  const { data, ...query } = useQuery(queryOptions(readValidation, { params: { id: validationId } }))
  return { ...query, data: useWithChanges(validationId, data) }
}

type Made = { status: 'ACCEPTED' | 'REJECTED'; expiredAt?: string | null; rejectedReason?: string }

/**
 * Navigates the documents of a validation: the open one (in the URL), the draft reasons, and the decisions, each of
 * which opens the next pending document.
 */
export function useReview(validation: ValidationWire) {
  const documents = validation.catalogDocuments
  const [chosen, choose] = useUrlValue('documento')
  const { reasons, write } = useReasons(validation.id)
  const [savedAt, setSavedAt] = useState<Date | null>(null)
  const [told, setTold] = useState('')
  const moved = useRef(false)
  const isHere = useRef(false)
  // The open document stays open when a decision changes which one comes first.
  const [first] = useState(
    () => (documents.find(each => isUndecided(each.status)) ?? documents[0])?.documentCatalogName ?? null,
  )
  const current = documents.find(each => each.documentCatalogName === (chosen ?? first)) ?? documents[0] ?? null
  const name = current?.documentCatalogName

  useEffect(() => {
    if (moved.current) {
      document.getElementById(documentHeading)?.focus()
      showPreview()
    }
    moved.current = false
  }, [name])

  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])

  const goBy = (step: 1 | -1) => {
    const to = current && documents[documents.indexOf(current) + step]
    if (!to) return
    moved.current = true
    choose(to.documentCatalogName)
  }
  useDecisionKeys({ j: () => goBy(1), k: () => goBy(-1) })

  const nextAfter = (key: string) =>
    nextUndecided(
      documents,
      documents.findIndex(each => each.documentCatalogName === key),
    )
  const change = useDocumentChange(validation.id, {
    onDone: ({ document: { documentCatalogName }, change: { status } }) => {
      setSavedAt(portalNow())
      if (!status) return
      const next = nextAfter(documentCatalogName)
      const outcome = `${documentCatalogName}: ${documentStatusLabels[status].toLowerCase()}.`
      setTold(`${outcome} ${next ? `Siguiente: ${next.documentCatalogName}.` : 'No quedan documentos por decidir.'}`)
      write(documentCatalogName, '')
    },
    onFailed: (error, made) => {
      if (error) showError(messageOf(error))
      // Reopens a document after its decision was refused, if it is still on the screen: it is pending again.
      if (made.change.status && isHere.current) choose(made.document.documentCatalogName)
    },
  })
  // Decisions show optimistically, so closing the tab before they are saved asks for confirmation.
  useBlocker({ shouldBlockFn: () => false, enableBeforeUnload: change.isPending })
  const anyway = useDecideAnyway(validation.id)
  const decide = (decided: DocumentWire, made: Made) => {
    if (validation.type === 'AUDIT_REPORT' && rejectsRequest(documents, decided, made.status)) {
      anyway.confirm(() => carryOut(decided, made))
    } else carryOut(decided, made)
  }
  const carryOut = (decided: DocumentWire, made: Made) => {
    change.mutate({ document: decided, change: made })
    const next = nextAfter(decided.documentCatalogName)
    if (!next) return document.getElementById(documentHeading)?.focus()
    moved.current = true
    choose(next.documentCatalogName)
  }
  return {
    documents,
    current,
    choose: (key: string) => {
      choose(key)
      showPreview()
    },
    reason: (name && reasons[name]) ?? '',
    onReason: (reason: string) => name && write(name, reason),
    onDate: (expiredAt: string | null) => current && change.mutate({ document: current, change: { expiredAt } }),
    onAccept: (expiredAt: string | null) =>
      current && decide(current, { status: 'ACCEPTED', ...(expiredAt ? { expiredAt } : {}) }),
    onReject: (rejectedReason: string) => current && decide(current, { status: 'REJECTED', rejectedReason }),
    saving: change.isPending,
    /** The windows of a conflict and of an open question, to be rendered. */
    conflict: change.conflict,
    question: anyway.window,
    savedAt,
    /** The latest event, for a screen reader. */
    told,
  }
}
