import { machine } from '#domain/states/machine.ts'

/** AFFECT-13: a rating that CCI looks at again. No state: it is not under review. */
export type RatingReviewStatus = 'UNDER_REVIEW'

/** Conditions for an extraordinary review. */
type RatingReviewFacts = {
  /** The rating is in force, and no renewal has taken its place. */
  inForce: boolean
}

/** The extraordinary review of a rating, beside its request's status, which stays as it is. */
export const ratingReviewMachine = machine({
  name: 'rating-review',
  states: ['UNDER_REVIEW'],
  derived: [],
  sets: { open: ['UNDER_REVIEW'] },
  moves: {
    begin: {
      from: [null],
      to: 'UNDER_REVIEW',
      by: ['CCI'],
      needs: [{ reason: 'ratingNotInForce', holds: ({ inForce }: RatingReviewFacts) => inForce }],
      event: 'score.review-begun',
      refusal: 'underReviewAlready',
    },
    lift: {
      from: ['UNDER_REVIEW'],
      to: null,
      by: ['CCI'],
      event: 'score.review-lifted',
      refusal: 'ratingNotUnderReview',
    },
  },
})
