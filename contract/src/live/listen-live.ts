import { z } from 'zod'
import { defineCall, events } from '../define-call.ts'

export const listenLive = defineCall({
  name: 'listenLive',
  method: 'GET',
  path: '/rest/live',
  access: 'signed-in',
  summary:
    'What changes for whoever is signed in, as server-sent events (`LiveEvent`), with a comment every 25 s; ends with the session',
  source: 'decision 0062',
  input: z.object({}),
  answers: events,
  errors: ['unavailable'],
})
