"""The standard box of Quadropolis: data files, and the reader that checks them and fills the record."""
