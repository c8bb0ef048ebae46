import { row, type ErrorRow } from './error-row.ts'

/**
 * Errors of backups, their checks and the reading of all files. Most are those of work in the background,
 * whose failures are stored.
 */
export const backupErrors = {
  backups_not_set_up: row(
    409,
    2280,
    'No backup location is set. An administrator of the server sets CARTOUCHE_BACKUP_TO',
    'decision 0228',
  ),
  backup_under_way: row(409, 2281, 'A backup is being made already', 'decision 0228'),
  check_under_way: row(409, 2282, 'A backup is being checked already', 'decision 0228'),
  backup_location_empty: row(
    409,
    2342,
    '{place} held backups before and holds none now. Is its disk mounted? To begin there again, create a folder named "backups" in it',
    'decision 0228',
  ),
  backup_location_gone: row(
    409,
    2343,
    'The backup location is not there any more. Is its disk mounted?',
    'decision 0242',
  ),
  backups_encrypted: row(
    409,
    2344,
    'The backups in this location are encrypted. Give their passphrase in CARTOUCHE_BACKUP_KEY, or the file that holds it in CARTOUCHE_BACKUP_KEY_FILE',
    'decision 0229',
  ),
  backups_not_encrypted: row(
    409,
    2345,
    'The backups in this location are not encrypted. Name another location for encrypted ones, or leave CARTOUCHE_BACKUP_KEY out',
    'decision 0229',
  ),
  backup_key_wrong: row(
    409,
    2346,
    'The passphrase in CARTOUCHE_BACKUP_KEY is not the one of the backups in this location',
    'decision 0229',
  ),
  backup_not_found: row(404, 2347, 'There is no backup {name} in this location', 'decision 0199'),
  no_backup_yet: row(404, 2348, 'There is no backup in this location', 'decision 0228'),
  backup_unreadable: row(
    409,
    2349,
    'The backup {name} cannot be read: its manifest is damaged, or of a newer version of Cartouche',
    'decision 0199',
  ),
  backup_table_damaged: row(
    409,
    2351,
    'The table {table} does not come back as it was backed up',
    'decision 0228',
  ),
  backup_list_damaged: row(409, 2352, 'The list of files of this backup is damaged', 'decision 0199'),
  version_newer: row(409, 2353, 'This is of a newer version of Cartouche. Run that version', 'decision 0199'),
  archived_log_differs: row(
    409,
    2354,
    'The backup location has another log of this database already ({file}): two copies of a library store into one location. Give this one a location of its own',
    'decision 0242',
  ),
  log_not_put_aside: row(
    409,
    2355,
    'PostgreSQL cannot write its log into {folder}. Is the disk full?',
    'decision 0242',
  ),
  disk_full: row(409, 2356, 'A disk is full', 'decision 0228'),
  store_away: row(409, 2357, 'The database or the storage could not be reached', 'decision 0228'),
  path_refused: row(409, 2358, 'The server is not allowed to use {path}', 'decision 0228'),
  bucket_refused: row(409, 2359, 'The bucket refused a request: {reason}', 'decision 0228'),
} as const satisfies Record<string, ErrorRow>
