import { useState } from 'react'

type Node = { id: string; recipientId: string | null }

/** Which rows of a tree are folded, and the rows that are then visible. Rows stand with each one's own below it. */
export function useTree<Row extends Node>(rows: readonly Row[]) {
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const parents = new Set(rows.flatMap(({ recipientId }) => recipientId ?? []))
  const hidden = new Set<string>()
  const visible = rows.filter(({ id, recipientId }) => {
    const isHidden = recipientId !== null && (folded.has(recipientId) || hidden.has(recipientId))
    if (isHidden) hidden.add(id)
    return !isHidden
  })
  return {
    visible,
    /** Whether others stand below a row. */
    hasBelow: ({ id }: Node) => parents.has(id),
    isOpen: ({ id }: Node) => !folded.has(id),
    toggle({ id }: Node) {
      const next = new Set(folded)
      if (!next.delete(id)) next.add(id)
      setFolded(next)
    },
    /** Whether anything can be folded, and whether nothing is. */
    folds: parents.size > 0,
    allOpen: folded.size === 0,
    toggleAll: () => setFolded(folded.size === 0 ? parents : new Set()),
  }
}
