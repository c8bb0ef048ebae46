import type { Journey } from './journey.ts'
import { badInputJourney } from './journeys/bad-input.ts'
import { browseJourney } from './journeys/browse.ts'
import { databaseJourney } from './journeys/database.ts'
import { firstShowJourney } from './journeys/first-show.ts'
import { killJourney } from './journeys/kill.ts'
import { languagesJourney } from './journeys/languages.ts'
import { signInJourney } from './journeys/sign-in.ts'
import { viewerJourney } from './journeys/viewer.ts'

/** All journeys, in the order in which they are played. */
export const journeys: readonly Journey[] = [signInJourney, browseJourney, firstShowJourney, viewerJourney, languagesJourney, badInputJourney, killJourney, databaseJourney]
