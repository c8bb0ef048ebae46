import type { Journey } from './journey.ts'
import { browseJourney } from './journeys/browse.ts'
import { databaseJourney } from './journeys/database.ts'
import { killJourney } from './journeys/kill.ts'
import { signInJourney } from './journeys/sign-in.ts'

/** All journeys, in the order in which they are played. */
export const journeys: readonly Journey[] = [signInJourney, browseJourney, killJourney, databaseJourney]
