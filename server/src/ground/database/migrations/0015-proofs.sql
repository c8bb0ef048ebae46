-- When somebody last proved who they are in a session: what changes how an account is entered needs it to be a moment ago.
alter table session_use add column proven_at timestamptz;
