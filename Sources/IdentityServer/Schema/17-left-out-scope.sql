-- Names that a login requested but the grant left out, separated by spaces; NULL: nothing was left out, or an earlier
-- version made the grant.
ALTER TABLE grants ADD COLUMN left_out_scope TEXT;
