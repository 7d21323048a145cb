"""The standard box of U-Build: data files, and the reader that checks them and fills the record."""
