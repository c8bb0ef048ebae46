/**
 * What the track of a film or recording is for. `captions`: for whoever does not hear. @source HTML, the
 * track element
 */
export const trackKinds = ['subtitles', 'captions', 'chapters'] as const
export type TrackKind = (typeof trackKinds)[number]

/** The largest file of subtitles that is taken, in bytes. @source decision 0183 */
export const maxTrackBytes = 2 * 1024 * 1024
/** Most tracks of one film or recording. @source decision 0183 */
export const maxTracks = 40
