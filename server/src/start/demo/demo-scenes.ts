/** What a generated picture shows; see `draw-scene.ts`. */
export type SceneKind = 'sea' | 'mountains' | 'dunes' | 'city' | 'forest' | 'field'

/** One picture of the demonstration library. `light` is the hour of the day, 0 to 24. */
export interface Scene {
  readonly kind: SceneKind
  readonly title: string
  readonly description: string
  readonly keywords: readonly string[]
  readonly city: string
  readonly country: string
  readonly creator: string
  readonly takenAt: string
  readonly light: number
  readonly width: number
  readonly height: number
}

const creators = ['Ada Lindqvist', 'Noé Marchand', 'Priya Raman', 'Tomás Vidal'] as const
const sizes = [
  [2400, 1600],
  [1600, 2400],
  [2400, 1350],
  [2000, 2000],
] as const

type Short = readonly [
  kind: SceneKind,
  title: string,
  city: string,
  country: string,
  light: number,
  keywords: readonly string[],
  description: string,
]

const shorts: readonly Short[] = [
  [
    'sea',
    'Ferry light at dusk',
    'Bergen',
    'Norway',
    20,
    ['sea', 'evening', 'harbour'],
    'The last ferry leaves while the water holds the light.',
  ],
  ['sea', 'Morning tide', 'Saint-Malo', 'France', 7, ['sea', 'morning', 'tide'], 'Low sun over the ebb.'],
  [
    'sea',
    'Noon over the strait',
    'Tarifa',
    'Spain',
    12,
    ['sea', 'summer'],
    'Clear water between two continents.',
  ],
  ['sea', 'Night crossing', 'Trieste', 'Italy', 23, ['sea', 'night'], 'Moonlight on a calm Adriatic.'],
  ['sea', 'Winter shore', 'Sopot', 'Poland', 9, ['sea', 'winter', 'morning'], 'Pale sky over a cold Baltic.'],
  [
    'mountains',
    'First ridge',
    'Chamonix',
    'France',
    6,
    ['mountains', 'morning'],
    'The ridges appear one after the other.',
  ],
  [
    'mountains',
    'Blue hour on the pass',
    'Andermatt',
    'Switzerland',
    21,
    ['mountains', 'evening', 'pass'],
    'Five ranges deep, before the stars.',
  ],
  [
    'mountains',
    'Summer haze',
    'Zakopane',
    'Poland',
    13,
    ['mountains', 'summer'],
    'Heat makes paper of the hills.',
  ],
  [
    'mountains',
    'Fog in the valley',
    'Bled',
    'Slovenia',
    8,
    ['mountains', 'fog', 'morning'],
    'The valley is a lake until ten.',
  ],
  [
    'mountains',
    'Red summit',
    'Cortina d’Ampezzo',
    'Italy',
    19,
    ['mountains', 'evening'],
    'The rock glows for four minutes a day.',
  ],
  [
    'dunes',
    'Wind lines',
    'Merzouga',
    'Morocco',
    17,
    ['desert', 'wind'],
    'The wind writes, the evening reads.',
  ],
  [
    'dunes',
    'Crest at sunrise',
    'Swakopmund',
    'Namibia',
    6,
    ['desert', 'morning'],
    'One side of the dune is still night.',
  ],
  ['dunes', 'White noon', 'Alamogordo', 'United States', 12, ['desert', 'summer'], 'Gypsum, bright as snow.'],
  ['dunes', 'Stars over sand', 'Douz', 'Tunisia', 23, ['desert', 'night'], 'No lamp for forty kilometres.'],
  [
    'city',
    'Towers at night',
    'Frankfurt',
    'Germany',
    22,
    ['city', 'night', 'architecture'],
    'Office light, long after office hours.',
  ],
  [
    'city',
    'Roofs in the morning',
    'Lisbon',
    'Portugal',
    8,
    ['city', 'morning', 'architecture'],
    'Seven hills of windows.',
  ],
  [
    'city',
    'Quarter to nine',
    'Gdańsk',
    'Poland',
    21,
    ['city', 'evening', 'harbour'],
    'Cranes and gables against the last sun.',
  ],
  [
    'city',
    'Grey avenue',
    'Brussels',
    'Belgium',
    15,
    ['city', 'architecture', 'autumn'],
    'Weather as a colour.',
  ],
  [
    'city',
    'Blue district',
    'Osaka',
    'Japan',
    20,
    ['city', 'evening'],
    'The signs come on, one street at a time.',
  ],
  [
    'city',
    'Heat over the blocks',
    'Valencia',
    'Spain',
    14,
    ['city', 'summer', 'architecture'],
    'Three in the afternoon, nobody out.',
  ],
  [
    'forest',
    'Spruce in fog',
    'Freudenstadt',
    'Germany',
    8,
    ['forest', 'fog', 'morning'],
    'Each row of trees a shade lighter.',
  ],
  [
    'forest',
    'Autumn stand',
    'Kyoto',
    'Japan',
    16,
    ['forest', 'autumn'],
    'Copper and rust, before the leaves fall.',
  ],
  [
    'forest',
    'Polar evening',
    'Rovaniemi',
    'Finland',
    19,
    ['forest', 'winter', 'evening'],
    'The sun does not quite make it.',
  ],
  [
    'forest',
    'Light between trunks',
    'Compiègne',
    'France',
    10,
    ['forest', 'morning', 'summer'],
    'A clearing shortly before noon.',
  ],
  [
    'forest',
    'Night wood',
    'Białowieża',
    'Poland',
    23,
    ['forest', 'night'],
    'The oldest forest in the lowlands.',
  ],
  ['field', 'Rape in bloom', 'Lund', 'Sweden', 12, ['field', 'spring'], 'Yellow to the edge of the map.'],
  [
    'field',
    'After the harvest',
    'Chartres',
    'France',
    18,
    ['field', 'autumn', 'evening'],
    'Stubble, long shadows.',
  ],
  [
    'field',
    'Green steps',
    'Sa Pa',
    'Vietnam',
    10,
    ['field', 'summer', 'morning'],
    'Terraces, a week after planting.',
  ],
  ['field', 'Snow furrows', 'Tartu', 'Estonia', 14, ['field', 'winter'], 'The plough can still be read.'],
  [
    'field',
    'Storm coming',
    'Wichita',
    'United States',
    19,
    ['field', 'storm', 'evening'],
    'Ten minutes until rain.',
  ],
]

/** The pictures of the demonstration library, the same on every machine. */
export const demoScenes: readonly Scene[] = shorts.map(
  ([kind, title, city, country, light, keywords, description], index) => {
    const [width, height] = sizes[index % sizes.length] ?? sizes[0]
    const day = new Date(
      Date.UTC(2024, (index * 5) % 24, 1 + ((index * 7) % 27), Math.floor(light), (index * 13) % 60),
    )
    return {
      kind,
      title,
      description,
      keywords,
      city,
      country,
      creator: creators[index % creators.length] ?? creators[0],
      takenAt: day.toISOString(),
      light,
      width,
      height,
    }
  },
)
