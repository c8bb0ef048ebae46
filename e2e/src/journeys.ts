import type { Journey } from './journey.ts'
import { signInJourney } from './journeys/sign-in.ts'

/** All journeys, in the order in which they are played. */
export const journeys: readonly Journey[] = [signInJourney]
