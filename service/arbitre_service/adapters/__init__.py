"""What stands behind the ports."""
