import { z } from 'zod'

// Zod would probe whether it may compile code from text; the policy forbids it, and the browser would report the
// attempt.
z.config({ jitless: true })
