import type { Routes } from '../../access/handler.ts'
import { analyzePhrase } from './analyze-phrase.ts'

/** The call that understands phrases. */
export const phraseRoutes = { analyzePhrase } satisfies Routes<'analyzePhrase'>
