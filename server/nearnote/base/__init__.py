"""What every room stands on: texts with lines and spans, URIs, and text made safe to show."""
